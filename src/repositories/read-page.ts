import type { Page } from "../domain/page.ts";
import type { PageRequest } from "../domain/page-request.ts";
import type { End } from "./select-page.ts";

/**
 * Reads a page from the end of the list that is nearer to it, so that the last page costs what the first one does.
 *
 * @param select the rows of a page, looked for from one end
 */
export async function readPage<Row, Item>(
  { page, perPage }: PageRequest,
  total: number,
  select: (end: End, offset: number, limit: number) => Promise<Row[]>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const offset = (page - 1) * perPage;
  if (offset >= total) return { items: [], total };
  const rows = await select(offset < total / 2 ? "front" : "back", offset, perPage);
  return { items: rows.map(toItem), total };
}
