/** Long enough to make few queries, short enough to keep one from stalling other requests. */
const BATCH_SIZE = 200;

/**
 * Reads a list to its end in batches by key, so that memory stays constant however long it is.
 *
 * @param listAfter the items behind the one with this id; without it from the start
 */
export async function* readInBatches<Item extends { readonly id: string }>(
  listAfter: (afterId: string | undefined, limit: number) => Promise<Item[]>,
): AsyncGenerator<readonly Item[]> {
  let last: Item | undefined;
  do {
    const batch = await listAfter(last?.id, BATCH_SIZE);
    if (batch.length > 0) yield batch;
    last = batch.length === BATCH_SIZE ? batch.at(-1) : undefined;
  } while (last !== undefined);
}
