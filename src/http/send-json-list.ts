import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Response } from "express";
import type { OpenAnswer } from "./route.ts";

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
  let separator = `{${JSON.stringify(key)}:[`;
  for await (const batch of batches) {
    if (response.destroyed) return;
    const text = batch.map((item) => JSON.stringify(present(item))).join(",");
    const hasRoom = response.write(separator + text);
    separator = ",";
    // Neither SQLite nor a fast client makes this loop wait, so other requests get their turn here.
    await (hasRoom ? nextTurn() : drainOrClose(response).then(guard));
  }
  response.end(separator === "," ? "]}" : `${separator}]}`);
}

/** Waits until the client has read what was written or has disconnected. */
async function drainOrClose(response: Response): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  waiting.abort();
}
