import type { Sql, Value } from "./sql.ts";
import { nameOf, sql, unpeeked } from "./sql.ts";

/** Large enough for few queries, small enough that one does not delay other requests. */
const BATCH_SIZE = 200;

/**
 * Reads rows to their end in batches by key, so that memory does not grow with their number.
 *
 * @param key the name of a unique column and of its field
 * @param condition of the rows
 */
export async function* readInBatches<Key extends string, Item extends { readonly [Field in Key]: Value }>(
  rows: { list(condition: Sql): Promise<Item[]> },
  key: Key,
  { condition = sql`true`, size = BATCH_SIZE } = {},
): AsyncGenerator<readonly Item[], undefined> {
  let last: Item | undefined;
  do {
    const rest = last === undefined ? sql`` : sql`AND ${nameOf(key)} > ${last[key]}`;
    const batch = await rows.list(sql`${condition} ${rest} ORDER BY ${nameOf(key)} LIMIT ${unpeeked(size)}`);
    if (batch.length > 0) yield batch;
    last = batch.length === size ? batch.at(-1) : undefined;
  } while (last !== undefined);
}
