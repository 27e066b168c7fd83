/** The statements of a step of the schema. A released step is never edited: a change is a new step. */
export interface Statements {
  readonly sqlite: string;
  readonly postgres: string;
}

/** A step with its number. */
export interface Migration extends Statements {
  readonly version: number;
}

/** SQLite's types: ids and times are text, and flags are 0 or 1. */
const SQLITE_TYPES: readonly (readonly [postgres: RegExp, sqlite: string])[] = [
  // In a rowid table SQLite would allow NULL.
  [/\b(uuid|text COLLATE "C") PRIMARY KEY/g, "TEXT NOT NULL PRIMARY KEY"],
  [/\b(text COLLATE "C"|text|uuid|timestamptz\(3\))(?=[ ,;\n])/g, "TEXT"],
  [/\binteger\b/g, "INTEGER"],
  [/\b(\w+) boolean NOT NULL/g, "$1 INTEGER NOT NULL CHECK ($1 IN (0, 1))"],
];

/** @param common tables and indexes as PostgreSQL names their types */
export const toSqlite = (common: string, tableOptions = "STRICT, WITHOUT ROWID"): string =>
  SQLITE_TYPES.reduce((text, [type, sqliteType]) => text.replace(type, sqliteType), common).replace(
    /\n {4}\);/g,
    `\n    ) ${tableOptions};`,
  );

/**
 * @param common tables and indexes that differ only in their types, as PostgreSQL names them
 * @param own what follows on each engine
 */
export const onBothEngines = (
  common: string,
  own: Statements = { sqlite: "", postgres: "" },
  tableOptions?: string,
): Statements => ({
  sqlite: toSqlite(common, tableOptions) + own.sqlite,
  postgres: common + own.postgres,
});
