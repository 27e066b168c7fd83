import type { Page } from "../domain/page.ts";
import type { PageRequest } from "../domain/page-request.ts";
import { countPages } from "../domain/page-request.ts";

/** The bearer API's PaginatedResponse. */
export const presentPage = <Item, Presented>(
  { items, total }: Page<Item>,
  { page, perPage }: PageRequest,
  present: (item: Item) => Presented,
) => ({
  items: items.map(present),
  metadata: { page, perPage, total, totalPages: countPages(total, perPage) },
});
