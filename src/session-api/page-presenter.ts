import type { Page, PageRequest } from "../domain/page.ts";
import { countPages } from "../domain/page.ts";

/** The session API's pagination envelope. */
export const presentPage = <Item, Presented>(
  { items, total }: Page<Item>,
  { page, perPage }: PageRequest,
  present: (item: Item) => Presented,
) => ({
  items: items.map(present),
  meta: { page, per_page: perPage, total, total_pages: countPages(total, perPage) },
});
