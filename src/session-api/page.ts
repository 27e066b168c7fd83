import { z } from "zod";
import type { Page, PageRequest } from "../domain/page.ts";
import { countPages } from "../domain/page.ts";
import { pageNumber, pageSize, wholeNumber } from "../http/described-values.ts";

/** The query of a paginated list. */
export const pageQuery = z.object({ page: pageNumber, per_page: pageSize });

const meta = z
  .object({
    page: wholeNumber(1),
    per_page: wholeNumber(20),
    total: wholeNumber(1, "Items on all pages together"),
    total_pages: wholeNumber(1),
  })
  .meta({ id: "PageMeta" });

/** The pagination envelope in an answer. */
export const pageShape = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    meta,
  });

/** The session API's pagination envelope. */
export const presentPage = <Item, Presented>(
  { items, total }: Page<Item>,
  { page, perPage }: PageRequest,
  present: (item: Item) => Presented,
) => ({
  items: items.map(present),
  meta: { page, per_page: perPage, total, total_pages: countPages(total, perPage) },
});
