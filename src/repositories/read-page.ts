import type { Queries } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { sql, unpeeked } from "../database/sql.ts";
import type { Page, PageRequest } from "../domain/page.ts";

/** A paged list, ordered by id. */
interface ListById {
  readonly table: { readonly name: Sql; readonly columns: Sql };
  /** `desc` is newest first. */
  readonly order: "asc" | "desc";
  /** The list is the union of these conditions. No row matches two of them. */
  readonly parts: readonly Sql[];
  /** An expression for the number of rows. */
  readonly total: Sql;
}

export const DIRECTIONS = { asc: sql`ASC`, desc: sql`DESC` };

/** An expression for a row count that triggers maintain. @param name in quotes */
export const keptCount = (name: Sql): Sql =>
  sql`(SELECT CAST(sum(total) AS bigint) FROM row_counts WHERE name = ${name})`;

/** Reads a page from the nearer end of the list, so that the last page costs as much as the first. */
export async function readPage<Item>(
  queries: Queries,
  list: ListById,
  { page, perPage }: PageRequest,
): Promise<Page<Item>> {
  const total = await queries.number(list.total);
  const offset = (page - 1) * perPage;
  if (offset >= total) return { items: [], total };
  const select = offset < total / 2 ? selectFromFront : selectFromBack;
  return { items: await queries.all(select(list, offset, perPage)), total };
}

/** A statement for the rows of a page. */
export const selectFromFront = (list: ListById, offset: number, limit: number): Sql =>
  selectFrom(list, sql`${inOrder(list, sql`id`, list.order)} LIMIT 1 OFFSET ${unpeeked(offset)}`, limit);

/**
 * The same rows, counted from the current end of the list. If the list is shorter than the offset, the statement uses
 * an offset beyond any list and so finds no row.
 */
export function selectFromBack(list: ListById, offset: number, limit: number): Sql {
  const behind = sql`SELECT CASE WHEN behind < 0 THEN 9007199254740991 ELSE behind END
    FROM (SELECT ${list.total} - 1 - ${offset} AS behind) AS page`;
  const ids = inOrder(list, sql`id`, list.order === "asc" ? "desc" : "asc");
  return selectFrom(list, sql`${ids} LIMIT 1 OFFSET (${behind})`, limit);
}

/** @param firstId finds the first id through an index, so that the skipped rows themselves are not read */
function selectFrom(list: ListById, firstId: Sql, limit: number): Sql {
  const comparison = list.order === "asc" ? sql`>=` : sql`<=`;
  const rows = inOrder(list, list.table.columns, list.order, sql`AND id ${comparison} (${firstId})`);
  return sql`${rows} LIMIT ${unpeeked(limit)}`;
}

/** Each part is ordered by its own index, and the engine merges the parts. */
function inOrder({ table, parts }: ListById, columns: Sql, order: "asc" | "desc", bound = sql``): Sql {
  const inDirection = sql`ORDER BY id ${DIRECTIONS[order]}`;
  const [first = sql``, ...others] = parts.map(
    (part) => sql`SELECT ${columns} FROM ${table.name} WHERE ${part} ${bound} ${inDirection}`,
  );
  if (others.length === 0) return first;
  const union = others.reduce(
    (all, part) => sql`${all} UNION ALL SELECT * FROM (${part}) AS part`,
    sql`SELECT * FROM (${first}) AS part`,
  );
  return sql`${union} ${inDirection}`;
}
