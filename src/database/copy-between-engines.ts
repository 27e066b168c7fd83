import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Database as SqliteHandle } from "better-sqlite3";
import SqliteDatabase from "better-sqlite3";
import type { Client } from "pg";
import { DatabaseError } from "./database.ts";
import { newestVersion } from "./migrations.ts";
import { publishFile } from "./new-file.ts";
import type { DatabaseLocation } from "./open-database.ts";
import { openDatabase } from "./open-database.ts";
import { migratePostgres } from "./postgres.ts";
import type { PostgresLocation } from "./postgres-client-options.ts";
import { runPostgresStatement, runPostgresTransaction } from "./postgres-transaction.ts";
import type { Row } from "./queries.ts";
import { toSqliteValue } from "./sqlite-queries.ts";

/** Memory stays constant, because rows are copied in batches of this size. */
const ROWS_PER_BATCH = 5_000;
/** The time limit of a request is too short for a batch of words on a busy machine. */
const WORDS_TIMEOUT_MS = 60_000;

/** The progress of copying one table. */
export interface CopyProgress {
  readonly table: string;
  readonly copied: number;
  readonly total: number;
}

type OnProgress = (progress: CopyProgress) => void;

interface Copied {
  readonly name: string;
  readonly columns: readonly string[];
}

/** One of the two stores, in a transaction. */
interface Side {
  count(table: Copied): Promise<number>;
  read(table: Copied): Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
  insert(table: Copied, rows: readonly Row[]): Promise<unknown>;
}

/**
 * Copies an SQLite store into an empty PostgreSQL store, in one transaction: after an interruption the target is still
 * empty.
 *
 * @param onProgress called after each batch, and once for a table without rows
 * @throws {DatabaseError} if the source is not a current store or the target is not empty
 */
export async function copyToPostgres(
  path: string,
  target: PostgresLocation,
  onProgress: OnProgress,
): Promise<void> {
  const source = openSource(path);
  try {
    await migratePostgres(target);
    await runPostgresTransaction(target, async (client) => {
      const tables = listTables(source);
      await assertEmpty(client, tables);
      await copyTables(tables, sqliteSide(source), postgresSide(client), onProgress);
    });
    // If this is interrupted, the next start of the server continues it.
    await openOnce({ ...target, timeoutMs: Math.max(target.timeoutMs, WORDS_TIMEOUT_MS) });
    // Gives the planner statistics, so that the first queries are as fast as later ones.
    await runPostgresStatement(target, "VACUUM ANALYZE");
  } finally {
    source.close();
  }
}

/**
 * Copies a snapshot of a PostgreSQL store into a new SQLite file. The file gets its name only once it is complete and
 * on the disk, so an interruption leaves no file of that name.
 *
 * @param onProgress called after each batch, and once for a table without rows
 * @throws {DatabaseError} if the source is not a current store or the target exists
 */
export async function copyToSqlite(
  source: PostgresLocation,
  path: string,
  onProgress: OnProgress,
): Promise<void> {
  if (existsSync(path)) throw new DatabaseError(`${path} exists already: a copy never overwrites`);
  const partial = `${path}.partial`;
  const target = { engine: "sqlite", path: partial } as const;
  removeFiles(partial);
  try {
    mkdirSync(dirname(path), { recursive: true });
    await openOnce(target);
    await fillFile(source, partial, onProgress);
    await openOnce(target);
    publishFile(partial, path);
  } catch (error) {
    throw nothingCopied(error);
  } finally {
    removeFiles(partial);
  }
}

/** Migrates a store, and stores the words of the users that its triggers have marked. */
async function openOnce(location: DatabaseLocation): Promise<void> {
  await (await openDatabase(location)).close();
}

async function fillFile(source: PostgresLocation, path: string, onProgress: OnProgress): Promise<void> {
  const target = new SqliteDatabase(path);
  try {
    // One sync at the end is enough: until then the file is only a partial one.
    target.pragma("synchronous = OFF");
    target.pragma("foreign_keys = ON");
    target.exec("BEGIN");
    await runPostgresTransaction(source, async (client) => {
      await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
      const { rows } = await client.query<{ version: number }>("SELECT version FROM schema_version");
      assertCurrent("the source", rows[0]?.version);
      await copyTables(listTables(target), postgresSide(client), sqliteSide(target), onProgress);
    });
    target.exec("COMMIT");
  } finally {
    target.close();
  }
}

/** Opens the source in one read transaction, so that all tables come from the same snapshot. */
function openSource(path: string): SqliteHandle {
  let source: SqliteHandle | undefined;
  try {
    source = new SqliteDatabase(path, { readonly: true, fileMustExist: true });
    source.exec("BEGIN");
    assertCurrent("it", source.pragma("user_version", { simple: true }));
    return source;
  } catch (error) {
    source?.close();
    throw new DatabaseError(`the database ${path} can't be copied: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function assertCurrent(store: string, version: unknown = 0): void {
  if (version === newestVersion()) return;
  throw new DatabaseError(
    `${store} is at schema version ${version} instead of ${newestVersion()}: start this version of groundwork on it once`,
  );
}

/**
 * The tables to copy, in the order of their creation, so that a table comes after the tables that it refers to. Row
 * counts and words are left out: triggers of the target count the rows and mark the users whose words are missing.
 */
function listTables(handle: SqliteHandle): readonly Copied[] {
  const names = handle
    .prepare(
      `SELECT name FROM sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name NOT IN ('row_counts', 'user_words') ORDER BY rowid`,
    )
    .pluck()
    .all() as string[];
  const columnsOf = handle.prepare("SELECT name FROM pragma_table_info(?)").pluck();
  return names.map((name) => ({ name, columns: columnsOf.all(name) as string[] }));
}

/** Locks the tables first, so that a server already running on the target can't add rows during the copy. */
async function assertEmpty(client: Client, tables: readonly Copied[]): Promise<void> {
  const names = tables.map(({ name }) => name).join(", ");
  await client.query(`LOCK TABLE ${names} IN SHARE ROW EXCLUSIVE MODE`);
  for (const table of tables) {
    const rows = await postgresSide(client).count(table);
    if (rows > 0) throw new DatabaseError(`the target is not empty: it has ${rows} rows in ${table.name}`);
  }
}

async function copyTables(
  tables: readonly Copied[],
  source: Side,
  target: Side,
  onProgress: OnProgress,
): Promise<void> {
  try {
    for (const table of tables) await copyTable(table, source, target, onProgress);
  } catch (error) {
    // The transaction of the other side would report an error of the file, such as a full disk, as one of PostgreSQL.
    throw error instanceof SqliteDatabase.SqliteError ? nothingCopied(error) : error;
  }
}

async function copyTable(table: Copied, source: Side, target: Side, onProgress: OnProgress): Promise<void> {
  const { name } = table;
  const total = await source.count(table);
  let copied = 0;
  for await (const rows of source.read(table)) {
    await target.insert(table, rows);
    copied += rows.length;
    onProgress({ table: name, copied, total });
  }
  if (total === 0) onProgress({ table: name, copied, total });
  const arrived = await target.count(table);
  if (arrived !== total) throw new DatabaseError(`${name} has ${total} rows, but ${arrived} arrived`);
}

function sqliteSide(handle: SqliteHandle): Side {
  return {
    count: async ({ name }) => handle.prepare(`SELECT count(*) FROM ${name}`).pluck().get() as number,
    *read({ name, columns }) {
      let batch: Row[] = [];
      for (const row of handle.prepare(`SELECT ${columns.join(", ")} FROM ${name}`).iterate()) {
        if (batch.push(row as Row) < ROWS_PER_BATCH) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    async insert({ name, columns }, rows) {
      const places = columns.map(() => "?").join(", ");
      const insert = handle.prepare(`INSERT INTO ${name} (${columns.join(", ")}) VALUES (${places})`);
      for (const row of rows) insert.run(columns.map((column) => toSqliteValue(row[column])));
    },
  };
}

function postgresSide(client: Client): Side {
  return {
    async count({ name }) {
      const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${name}`);
      return Number(rows[0]?.count);
    },
    async *read({ name, columns }) {
      await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${columns.join(", ")} FROM ${name}`);
      const fetchNext = async () => (await client.query<Row>(`FETCH ${ROWS_PER_BATCH} FROM copied`)).rows;
      for (let rows = await fetchNext(); rows.length > 0; rows = await fetchNext()) yield rows;
      await client.query("CLOSE copied");
    },
    insert({ name, columns }, rows) {
      const names = columns.join(", ");
      // The table's row type makes the server convert the values: text to a time, 0 and 1 to a boolean.
      const values = `SELECT ${names} FROM json_populate_recordset(NULL::${name}, $1)`;
      return client.query(`INSERT INTO ${name} (${names}) ${values}`, [JSON.stringify(rows)]);
    },
  };
}

const nothingCopied = (error: unknown): DatabaseError =>
  error instanceof DatabaseError
    ? error
    : new DatabaseError(`nothing was copied: ${(error as Error).message}`, { cause: error });

function removeFiles(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
}
