import { z } from "zod";
import { pageNumber, pageSize, wholeNumber } from "../http/described-values.ts";

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
