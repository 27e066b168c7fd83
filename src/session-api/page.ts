import { z } from "zod";
import type { Page, PageRequest } from "../domain/page.ts";
import { countPages } from "../domain/page.ts";
import { pageNumber, pageSize, toPageRequest, wholeNumber } from "../http/described-values.ts";

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

/** The requested page of a list, in the session API's pagination envelope. */
export async function presentPage<Item, Presented>(
  query: z.output<typeof pageQuery>,
  list: (request: PageRequest) => Promise<Page<Item>>,
  present: (item: Item) => Presented,
) {
  const request = toPageRequest(query.page, query.per_page);
  const { page, perPage: per_page } = request;
  const { items, total } = await list(request);
  return {
    items: items.map(present),
    meta: { page, per_page, total, total_pages: countPages(total, per_page) },
  };
}
