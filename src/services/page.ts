import type { PageRequest } from "../domain/page-request.ts";

/** Part of a list, and how long the whole list is. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** Reads the part that was asked for through a repository's list and count. */
export async function readPage<Item>(
  { page, perPage }: PageRequest,
  list: (offset: number, limit: number) => Promise<Item[]>,
  count: () => Promise<number>,
): Promise<Page<Item>> {
  return { items: await list((page - 1) * perPage, perPage), total: await count() };
}
