import type { Page, PageRequest } from "../domain/page.ts";
import { countPages } from "../domain/page.ts";

/** The bearer API's PaginatedResponse. */
export const presentPage = <Item, Presented>(
  { items, total }: Page<Item>,
  { page, perPage }: PageRequest,
  present: (item: Item) => Presented,
) => ({
  items: items.map(present),
  metadata: { page, perPage, total, totalPages: countPages(total, perPage) },
});
