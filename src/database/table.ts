import type { Queries, Row } from "./queries.ts";
import type { Sql, Value } from "./sql.ts";
import { list, nameOf, sql } from "./sql.ts";

/** The column of a field, and the conversion if the engine returns the value in another form. */
interface Column<Field> {
  readonly name: string;
  readonly read?: (stored: unknown) => Field;
}

/** A field that needs no conversion. */
export const column = <Field extends string | number | null>(name: string): Column<Field> => ({ name });

export const flag = (name: string): Column<boolean> => ({ name, read: Boolean });

export const time = <Field extends Date | null>(name: string): Column<Field> => ({
  name,
  read: (stored) => (stored === null ? null : new Date(stored as string | Date)) as Field,
});

type Changes<Item> = { readonly [Field in keyof Item]?: Item[Field] | undefined };

/**
 * A table that holds items of one kind.
 *
 * @param fieldColumns of every stored field; no other place maps fields to columns
 */
export function table<Item extends { readonly [Field in keyof Item]: Value }>(
  tableName: string,
  fieldColumns: { readonly [Field in keyof Item]: Column<Item[Field]> },
) {
  const name = nameOf(tableName);
  const fields = Object.keys(fieldColumns) as (keyof Item)[];
  const nameOfField = (field: keyof Item) => nameOf(fieldColumns[field].name);
  const names = list(fields.map(nameOfField));
  const columns = list(fields.map((field) => sql`${nameOfField(field)} AS "${nameOf(String(field))}"`));
  const conversions = fields.flatMap((field) => {
    const { read } = fieldColumns[field];
    return read === undefined ? [] : [{ field, read }];
  });
  const valuesOf = (item: Item) => sql`(${list(fields.map((field) => item[field]))})`;
  const select = (condition: Sql) => sql`SELECT ${columns} FROM ${name} WHERE ${condition}`;

  /** @param row with these columns; it is converted in place */
  function read(row: Row): Item {
    const item = row as Item;
    for (const { field, read } of conversions) item[field] = read(item[field]);
    return item;
  }

  /** `INSERT INTO …`, which a conflict clause may follow. @param items at least one */
  const insert = (...items: readonly Item[]) =>
    sql`INSERT INTO ${name} (${names}) VALUES ${list(items.map(valuesOf))}`;

  /** The assignments of an UPDATE. Undefined fields are not changed. */
  const assign = (changes: Changes<Item>) =>
    list(
      fields.flatMap((field) => {
        const value = changes[field];
        return value === undefined ? [] : [sql`${nameOfField(field)} = ${value}`];
      }),
    );

  return {
    name,
    /** The columns of an item for a SELECT, each under the name of its field. */
    columns,
    read,
    insert,
    assign,
    /** The rows. ORDER BY, LIMIT and a row lock may follow the condition of `first` and `all`. */
    on: (queries: Queries) => ({
      first: (condition: Sql) => queries.first(select(condition), read),
      all: (condition: Sql) => queries.all(select(condition), read),
      /** @param conflict an ON CONFLICT clause @returns the number of rows written */
      insert: (item: Item, conflict = sql``) => queries.run(sql`${insert(item)} ${conflict}`),
      /** Changes at most one row. @returns the changed row */
      update: (condition: Sql, changes: Changes<Item>) =>
        queries.first(
          sql`UPDATE ${name} SET ${assign(changes)} WHERE ${condition} RETURNING ${columns}`,
          read,
        ),
      /** @returns the number of deleted rows */
      delete: (condition: Sql) => queries.run(sql`DELETE FROM ${name} WHERE ${condition}`),
    }),
  };
}
