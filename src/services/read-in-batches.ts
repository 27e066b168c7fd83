/** Large enough for few queries, small enough that one does not delay other requests. */
const BATCH_SIZE = 200;

/**
 * Reads a list to its end in batches by key, so that memory does not grow with its length.
 *
 * @param listAfter lists the items after the given id, or the first ones without an id
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
