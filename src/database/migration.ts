/** A step of the schema. A released step is never edited: a change is a new step. */
export interface Step {
  /** Tables and indexes that differ only in their types, as PostgreSQL names them. They come first. */
  readonly common?: string;
  readonly sqlite?: string;
  readonly postgres?: string;
  /** Makes rowid tables on SQLite. */
  readonly hasLongRows?: boolean;
}

/** SQLite's types: ids and times are text, and flags are 0 or 1. */
const SQLITE_TYPES: readonly (readonly [postgres: RegExp, sqlite: string])[] = [
  // In a rowid table SQLite would allow NULL.
  [/\b(uuid|text COLLATE "C") PRIMARY KEY/g, "TEXT NOT NULL PRIMARY KEY"],
  [/\b(text COLLATE "C"|text|uuid|timestamptz\(3\))(?=[ ,;\n])/g, "TEXT"],
  [/\b(integer|bigint)\b/g, "INTEGER"],
  [/\b(\w+) boolean NOT NULL/g, "$1 INTEGER NOT NULL CHECK ($1 IN (0, 1))"],
];

/** The common statements with SQLite's types. */
export const toSqlite = ({ common = "", hasLongRows = false }: Step): string =>
  SQLITE_TYPES.reduce((text, [type, sqliteType]) => text.replace(type, sqliteType), common).replace(
    /\n {4}\);/g,
    `\n    ) STRICT${hasLongRows ? "" : ", WITHOUT ROWID"};`,
  );
