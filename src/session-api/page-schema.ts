import { z } from "zod";
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
