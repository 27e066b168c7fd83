import { once } from "node:events";
import type { Response } from "express";

/**
 * Sends `{ "<key>": [...] }` as the batches come, never faster than the client reads, so that memory stays constant.
 *
 * @param present how one item looks on the wire
 */
export async function sendJsonList<Item>(
  response: Response,
  key: string,
  batches: AsyncIterable<readonly Item[]>,
  present: (item: Item) => object,
): Promise<void> {
  response.type("json");
  let separator = `{${JSON.stringify(key)}:[`;
  for await (const batch of batches) {
    const text = batch.map((item) => JSON.stringify(present(item))).join(",");
    const hasRoom = response.write(separator + text);
    separator = ",";
    if (!hasRoom) await Promise.race([once(response, "drain"), once(response, "close")]);
    if (response.destroyed) return;
  }
  response.end(separator === "," ? "]}" : `${separator}]}`);
}
