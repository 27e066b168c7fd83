import type { Expression, SelectQueryBuilder } from "kysely";
import { sql } from "kysely";
import type { Schema } from "../database/schema.ts";

/** A list in the order of its ids, of which pages are read. */
export interface ListById<Table extends keyof Schema, Row> {
  /** `desc` for newest first. */
  readonly order: "asc" | "desc";
  /** How many there are. */
  readonly total: Expression<number>;
  /** All of their ids, which indexes hold alone. */
  readonly ids: SelectQueryBuilder<Schema, Table, { id: string }>;
  /** Those whose ids compare so with the first id of a page. */
  readonly rows: (
    comparison: ">=" | "<=",
    firstId: Expression<string>,
  ) => SelectQueryBuilder<Schema, Table, Row>;
}

/** The end of a list from which a page is looked for. */
export type End = "front" | "back";

/** More than any list has. */
const BEYOND = sql<number>`9007199254740991`;

/**
 * The rows of a page, as one statement. The way to its first row leads through the index of ids, so that nothing else
 * of what is skipped is read. From the back the page is counted from the end that the list has at that very moment, so
 * it holds the same rows as from the front.
 */
export function selectPage<Table extends keyof Schema, Row>(
  { order, total, ids, rows }: ListById<Table, Row>,
  end: End,
  offset: number,
  limit: number,
): SelectQueryBuilder<Schema, Table, Row> {
  const backwards = order === "asc" ? "desc" : "asc";
  const firstId =
    end === "front"
      ? ids.orderBy(sql`id`, order).limit(sql.lit(1)).offset(unpeeked(offset))
      : ids.orderBy(sql`id`, backwards).limit(sql.lit(1)).offset(countBehind(total, offset));
  return rows(order === "asc" ? ">=" : "<=", sql<string>`(${firstId})`)
    .orderBy(sql`id`, order)
    .limit(unpeeked(limit));
}

/** SQLite looks at a bare parameter of LIMIT while it plans, and so plans anew at each run, which takes longer than the run. */
const unpeeked = (count: number) => sql<number>`CAST(${count} AS bigint)`;

/** How many are behind the row at an offset. Where the list does not reach so far, no row is to be found. */
const countBehind = (total: Expression<number>, offset: number) =>
  sql<number>`(SELECT CASE WHEN behind < 0 THEN ${BEYOND} ELSE behind END FROM (SELECT ${total} - 1 - ${offset} AS behind) AS page)`;
