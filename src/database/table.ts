import type { Queries } from "./queries.ts";
import type { Sql, Value } from "./sql.ts";
import { allOf, isSql, list, nameOf, ROW_LOCK, sql } from "./sql.ts";

/** Absent or undefined fields are not changed. */
export type Changes<Item> = { readonly [Field in keyof Item]?: Item[Field] | undefined };

/** The rows with these values, or those that a condition matches. */
type Matching<Item> = Sql | { readonly [Field in keyof Item]?: Item[Field] };

export type Table<Item extends { readonly [Field in keyof Item]: Value }> = ReturnType<typeof table<Item>>;

/**
 * A table that holds items of one kind.
 *
 * @param fieldColumns the column of every stored field; no other place maps fields to columns
 */
export function table<Item extends { readonly [Field in keyof Item]: Value }>(
  tableName: string,
  fieldColumns: { readonly [Field in keyof Item]: string },
) {
  const name = nameOf(tableName);
  const fields = Object.keys(fieldColumns) as (keyof Item)[];
  const places = fields.map((field) => ({ field, column: nameOf(fieldColumns[field]) }));
  const names = list(places.map(({ column }) => column));
  const columns = list(places.map(({ field, column }) => sql`${column} AS "${nameOf(String(field))}"`));
  const selectFrom = sql`SELECT ${columns} FROM ${name} WHERE`;
  const valuesOf = (item: Item) => sql`(${list(fields.map((field) => item[field]))})`;

  /** `column = value` for each of the fields that has a value. */
  const equations = (values: Changes<Item>) =>
    places.flatMap(({ field, column }) => {
      const value = values[field];
      return value === undefined ? [] : sql`${column} = ${value}`;
    });

  const conditionOf = (rows: Matching<Item>) => (isSql(rows) ? rows : allOf(equations(rows)));
  const select = (rows: Matching<Item>) => sql`${selectFrom} ${conditionOf(rows)}`;

  /** `INSERT INTO …`, which a conflict clause may follow. @param items at least one */
  const insert = (...items: readonly Item[]) =>
    sql`INSERT INTO ${name} (${names}) VALUES ${list(items.map(valuesOf))}`;

  /** The rows. ORDER BY and LIMIT may follow a condition of `find` and `list`. */
  const on = (queries: Queries) => ({
    find: (rows: Matching<Item>) => queries.first<Item>(select(rows)),
    list: (rows: Matching<Item>) => queries.all<Item>(select(rows)),
    count: (rows: Matching<Item>) =>
      queries.number(sql`(SELECT count(*) FROM ${name} WHERE ${conditionOf(rows)})`),
    /** Reads a row and locks it until the transaction ends. */
    lock: (rows: Matching<Item>) => queries.first<Item>(sql`${select(rows)} ${ROW_LOCK}`),
    /** @param conflict an ON CONFLICT clause @returns the number of rows written */
    insert: (item: Item, conflict = sql``) => queries.run(sql`${insert(item)} ${conflict}`),
    /** Changes at most one row. @returns the changed row */
    update: (rows: Matching<Item>, changes: Changes<Item>) =>
      queries.first<Item>(
        sql`UPDATE ${name} SET ${list(equations(changes))} WHERE ${conditionOf(rows)} RETURNING ${columns}`,
      ),
    /** @returns the number of deleted rows */
    delete: (rows: Matching<Item>) => queries.run(sql`DELETE FROM ${name} WHERE ${conditionOf(rows)}`),
    deleteAll: () => queries.run(sql`DELETE FROM ${name}`),
  });
  type Rows = ReturnType<typeof on>;

  return {
    name,
    /** The columns of an item for a SELECT, each under the name of its field. */
    columns,
    insert,
    on,
    /** A repository: the rows, and further functions beside those of the rows, or in their place if named alike. */
    repository:
      <Further>(further: (rows: Rows, queries: Queries) => Further) =>
      (queries: Queries): Omit<Rows, keyof Further> & Further => {
        const rows = on(queries);
        return { ...rows, ...further(rows, queries) };
      },
  };
}
