import { z } from "zod";
import type { Page, PageRequest } from "../domain/page.ts";
import { countPages } from "../domain/page.ts";
import { pageNumber, pageSize, toPageRequest, wholeNumber } from "../http/described-values.ts";

/** The query of a paginated list. */
export const pageQuery = z.object({ page: pageNumber, per: pageSize });

const metadata = z
  .object({
    page: wholeNumber(1),
    perPage: wholeNumber(20),
    total: wholeNumber(1, "Items on all pages together"),
    totalPages: wholeNumber(1),
  })
  .meta({ id: "PageMetadata" });

/** PaginatedResponse in an answer. */
export const paginatedResponse = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    metadata,
  });

/** The requested page of a list, as the bearer API's PaginatedResponse. */
export async function presentPage<Item, Presented>(
  query: z.output<typeof pageQuery>,
  list: (request: PageRequest) => Promise<Page<Item>>,
  present: (item: Item) => Presented,
) {
  const request = toPageRequest(query.page, query.per);
  const { page, perPage } = request;
  const { items, total } = await list(request);
  return {
    items: items.map(present),
    metadata: { page, perPage, total, totalPages: countPages(total, perPage) },
  };
}
