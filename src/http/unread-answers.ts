import type { ServerResponse } from "node:http";

/** A page of posts can be 10 MB, and most of an answer to a client that does not read stays in memory. */
const MOST_UNREAD_BYTES = 256 * 1024 * 1024;

/**
 * Bounds the memory of finished answers that wait for their clients to read them. Beyond the bound the oldest is cut
 * off: a client that reads has its answer in moments, so the oldest belongs to one that does not.
 *
 * @returns a function to call with each response before its answer begins
 */
export function createUnreadAnswers(mostBytes = MOST_UNREAD_BYTES): (response: ServerResponse) => void {
  /** The oldest first. */
  const unread = new Map<ServerResponse, number>();
  let total = 0;

  function forget(response: ServerResponse): void {
    total -= unread.get(response) ?? 0;
    unread.delete(response);
  }

  function add(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes === 0) return;
    unread.set(response, bytes);
    total += bytes;
    response.on("close", () => forget(response));
    for (const oldest of unread.keys()) {
      if (total <= mostBytes) return;
      forget(oldest);
      oldest.destroy();
    }
  }

  return (response) => void response.on("prefinish", () => add(response));
}
