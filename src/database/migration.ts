/** One numbered step of the schema. A released step is never edited: a change is a new step. */
export interface Migration {
  readonly version: number;
  readonly sqlite: string;
  readonly postgres: string;
}

/** SQLite's types: ids and times are text, and flags are 0 or 1. */
const SQLITE_TYPES: readonly (readonly [postgres: RegExp, sqlite: string])[] = [
  [/\b(text COLLATE "C"|text|uuid|timestamptz\(3\))(?=[ ,;\n])/g, "TEXT"],
  [/\binteger\b/g, "INTEGER"],
  [/\b(\w+) boolean NOT NULL/g, "$1 INTEGER NOT NULL CHECK ($1 IN (0, 1))"],
  [/\n {4}\);/g, "\n    ) STRICT, WITHOUT ROWID;"],
];

/**
 * @param common tables and indexes that differ only in their types, as PostgreSQL names them
 * @param own what follows on each engine
 */
export const onBothEngines = (
  common: string,
  own: Omit<Migration, "version"> = { sqlite: "", postgres: "" },
): Omit<Migration, "version"> => ({
  sqlite:
    SQLITE_TYPES.reduce((text, [type, sqliteType]) => text.replace(type, sqliteType), common) + own.sqlite,
  postgres: common + own.postgres,
});
