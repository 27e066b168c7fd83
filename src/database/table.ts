import type { Row } from "./queries.ts";
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

export const time = (name: string): Column<Date> => ({ name, read: toDate });

export const optionalTime = (name: string): Column<Date | null> => ({
  name,
  read: (stored) => (stored === null ? null : toDate(stored)),
});

const toDate = (stored: unknown): Date => new Date(stored as string | Date);

/** A table that holds items of one kind. */
export interface Table<Item> {
  readonly name: Sql;
  /** The columns of an item for a SELECT, each under the name of its field. */
  readonly columns: Sql;
  /** @param row with these columns; it is converted in place */
  read(row: Row): Item;
  /** `INSERT INTO …`, which a conflict clause may follow. @param items at least one */
  insert(...items: readonly Item[]): Sql;
  /** The assignments of an UPDATE. Undefined fields are not changed. */
  assign(changes: { readonly [Field in keyof Item]?: Item[Field] | undefined }): Sql;
}

/** @param columns of every stored field; no other place maps fields to columns */
export function table<Item extends { readonly [Field in keyof Item]: Value }>(
  name: string,
  columns: { readonly [Field in keyof Item]: Column<Item[Field]> },
): Table<Item> {
  const fields = Object.keys(columns) as (keyof Item)[];
  const nameOfField = (field: keyof Item) => nameOf(columns[field].name);
  const names = list(fields.map(nameOfField));
  const conversions = fields.flatMap((field) => {
    const { read } = columns[field];
    return read === undefined ? [] : [{ field, read }];
  });
  const valuesOf = (item: Item) => sql`(${list(fields.map((field) => item[field]))})`;

  return {
    name: nameOf(name),
    columns: list(fields.map((field) => sql`${nameOfField(field)} AS "${nameOf(String(field))}"`)),
    read(row) {
      const item = row as Item;
      for (const { field, read } of conversions) item[field] = read(item[field]);
      return item;
    },
    insert: (...items) => sql`INSERT INTO ${nameOf(name)} (${names}) VALUES ${list(items.map(valuesOf))}`,
    assign(changes) {
      const assignments: Sql[] = [];
      for (const field of fields) {
        const value = changes[field];
        if (value !== undefined) assignments.push(sql`${nameOfField(field)} = ${value}`);
      }
      return list(assignments);
    },
  };
}
