import type { Compilable, Expression, RawBuilder } from "kysely";
import { sql } from "kysely";

/** `desc` is newest first. */
export type Order = "asc" | "desc";

/** The end of a list from which a page is looked for. */
export type End = "front" | "back";

/** A list in the order of its ids, of which pages are read. */
export interface ListById<Row> {
  readonly order: Order;
  /** How many there are. */
  readonly total: Expression<number>;
  /** All of their ids, which an index holds by itself, in either order. */
  readonly ids: (order: Order) => IdQuery;
  /** A number of those whose ids compare so with the first id of a page, in the order of the list. */
  readonly rows: (comparison: ">=" | "<=", firstId: Expression<string>, limit: Limit) => RowQuery<Row>;
}

type Limit = RawBuilder<number>;

interface IdQuery {
  limit(count: Limit): { offset(count: Limit): Expression<unknown> };
}

interface RowQuery<Row> extends Compilable<Row> {
  execute(): Promise<Row[]>;
}

/**
 * The rows of a page, as one statement. The way to its first row leads through the index of ids, so that nothing else
 * of what is skipped is read. From the back the page is counted from the end that the list has at that very moment, so
 * it holds the same rows as from the front.
 */
export function selectPage<Row>(
  { order, total, ids, rows }: ListById<Row>,
  end: End,
  offset: number,
  limit: number,
): RowQuery<Row> {
  const isForward = order === "asc";
  const backwards = isForward ? "desc" : "asc";
  const firstId =
    end === "front"
      ? ids(order).limit(ONE).offset(unpeeked(offset))
      : ids(backwards).limit(ONE).offset(countBehind(total, offset));
  return rows(isForward ? ">=" : "<=", sql<string>`(${firstId})`, unpeeked(limit));
}

const ONE = sql<number>`1`;

/** SQLite looks at a bare parameter of LIMIT while it plans, and so plans anew at each run, which takes longer than the run. */
export const unpeeked = (count: number): Limit => sql<number>`CAST(${count} AS bigint)`;

/** More than any list has. */
const BEYOND = sql<number>`9007199254740991`;

/** How many are behind the row at an offset. Where the list does not reach so far, no row is to be found. */
const countBehind = (total: Expression<number>, offset: number): Limit =>
  sql<number>`(SELECT CASE WHEN behind < 0 THEN ${BEYOND} ELSE behind END FROM (SELECT ${total} - 1 - ${offset} AS behind) AS page)`;
