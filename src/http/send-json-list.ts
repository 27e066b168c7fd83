import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Response } from "express";
import type { OpenAnswer } from "./route.ts";

/** Long enough for few writes, short enough for the memory of many clients that don't read. */
const PIECE_LENGTH = 64 * 1024;

/**
 * Sends `{ "<key>": [...] }` as the batches come, never faster than the client reads, so that memory stays constant. A
 * client that stops reading could otherwise be shown what is new long after it has lost its session, so its rights are
 * checked again when it goes on.
 *
 * @param present how one item looks on the wire
 */
export async function sendJsonList<Item>(
  { response, guard }: OpenAnswer,
  key: string,
  batches: AsyncIterable<readonly Item[]>,
  present: (item: Item) => object,
): Promise<void> {
  response.type("json");
  let piece = `{${JSON.stringify(key)}:[`;
  let separator = "";
  for await (const batch of batches) {
    for (const item of batch) {
      if (response.destroyed) return;
      piece += separator + JSON.stringify(present(item));
      separator = ",";
      if (piece.length < PIECE_LENGTH) continue;
      const hasRoom = response.write(piece);
      piece = "";
      if (!hasRoom) await drainOrClose(response).then(guard);
    }
    // Neither SQLite nor a fast client makes this loop wait, so other requests get their turn here.
    await nextTurn();
  }
  response.end(`${piece}]}`);
}

/** Waits until the client has read what was written or has disconnected. */
async function drainOrClose(response: Response): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  waiting.abort();
}
