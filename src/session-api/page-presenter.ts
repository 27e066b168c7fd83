import type { Page } from "../domain/page.ts";
import type { PageRequest } from "../domain/page-request.ts";
import { countPages } from "../domain/page-request.ts";

/** The session API's pagination envelope. */
export const presentPage = <Item, Presented>(
  { items, total }: Page<Item>,
  { page, perPage }: PageRequest,
  present: (item: Item) => Presented,
) => ({
  items: items.map(present),
  meta: { page, per_page: perPage, total, total_pages: countPages(total, perPage) },
});
