import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Database as SqliteHandle, Options as SqliteOptions } from "better-sqlite3";
import SqliteDatabase from "better-sqlite3";
import type { Client } from "pg";
import { createFolder } from "../create-folder.ts";
import { DatabaseError } from "./database.ts";
import { newestVersion, stepsAfter } from "./migrations.ts";
import { removeLeftovers } from "./new-file.ts";
import { openDatabase } from "./open-database.ts";
import { migratePostgres } from "./postgres.ts";
import type { PostgresLocation } from "./postgres-connection.ts";
import { runPostgresTransaction } from "./postgres-connection.ts";
import { textOf } from "./postgres-queries.ts";
import type { Queries } from "./queries.ts";
import { createQueries } from "./queries.ts";
import { readInBatches } from "./read-in-batches.ts";
import type { Value } from "./sql.ts";
import { list, sql } from "./sql.ts";
import { publishStore } from "./sqlite-backup.ts";
import { prepareOnce } from "./sqlite-queries.ts";
import { reasonOf } from "./system-reason.ts";
import type { Table } from "./table.ts";
import { table } from "./table.ts";
import { readMissingWords } from "./user-words.ts";

/** Memory stays constant, because rows are copied in batches. SQLite allows 32,766 values in a statement. */
const ROWS_PER_BATCH = 2_000;
/** A day. The time limit of a request is too short for `VACUUM`, and for a batch of words on a busy machine. */
const TIMEOUT_MS = 86_400_000;

/** Reports how many of the rows of a table have been copied. */
export type OnProgress = (table: string, copied: number, total: number) => void;

/** A table, whose fields are its columns. */
interface Copied {
  readonly name: string;
  readonly key: string;
  readonly rows: Table<Record<string, Value>>;
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
  await inFile(path, { readonly: true }, async (source) => {
    const version = await source.first<{ user_version: number }>(sql`PRAGMA user_version`);
    assertCurrent(version?.user_version);
    await migratePostgres(target);
    await runPostgresTransaction(target, async (client) => {
      const tables = await listTables(source);
      // So that a server already running on the target can't add rows during the copy.
      const names = list(tables.map(({ rows }) => rows.name));
      await onServer(client).run(sql`LOCK TABLE ${names} IN SHARE ROW EXCLUSIVE MODE`);
      await assertEmpty(onServer(client), tables);
      for (const table of tables) await copyTable(table, source, onServer(client), onProgress);
    });
  });
  // If this is interrupted, the next start of the server continues it.
  const { queries, close } = await openDatabase({ ...target, timeoutMs: TIMEOUT_MS });
  // Gives the planner statistics, so that the first queries are as fast as later ones.
  await queries.run(sql`VACUUM ANALYZE`).finally(close);
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
  const files = ["", "-wal", "-shm"].map((suffix) => `${partial}${suffix}`);
  let descriptor: number | undefined;
  try {
    for (const file of files) rmSync(file, { force: true });
    createFolder(dirname(path));
    descriptor = openSync(partial, "wx", 0o600);
    await (await openDatabase({ engine: "sqlite", path: partial })).close();
    await inFile(partial, {}, async (target) => {
      await runPostgresTransaction(source, async (client) => {
        await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
        assertCurrent(await readVersion(client));
        for (const table of await listTables(target)) {
          await copyTable(table, onServer(client), target, onProgress);
        }
      });
      await readMissingWords({ queries: target, transaction: (work) => work(target) });
    });
    publishStore(partial, path, descriptor);
  } catch (error) {
    throw nothingCopied(path, error);
  } finally {
    removeLeftovers(...files);
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Runs the work in one transaction on a file, so that all tables are read from the same snapshot. */
async function inFile(
  path: string,
  options: SqliteOptions,
  work: (file: Queries) => Promise<void>,
): Promise<void> {
  let handle: SqliteHandle | undefined;
  try {
    handle = new SqliteDatabase(path, { ...options, fileMustExist: true });
    // One sync at the end is enough: until then the target is only a partial file.
    handle.pragma("synchronous = OFF");
    handle.pragma("foreign_keys = ON");
    handle.exec("BEGIN");
    await work(onFile(handle));
    handle.exec("COMMIT");
  } catch (error) {
    throw nothingCopied(path, error);
  } finally {
    handle?.close();
  }
}

/** @returns undefined if the database is not a store */
async function readVersion(client: Client): Promise<number | undefined> {
  const present = await client.query<{ name: string | null }>("SELECT to_regclass('schema_version') AS name");
  if (present.rows[0]?.name === null) return undefined;
  const { rows } = await client.query<{ version: number }>("SELECT version FROM schema_version");
  return rows[0]?.version;
}

function assertCurrent(version = 0): void {
  if (stepsAfter(version).length === 0) return;
  if (version === 0) {
    throw new DatabaseError(
      "the source is not a groundwork store: check its address, or start groundwork on it once",
    );
  }
  throw new DatabaseError(
    `the source is at schema version ${version} instead of ${newestVersion()}: start this version of groundwork on it once`,
  );
}

function onFile(handle: SqliteHandle): Queries {
  const prepare = prepareOnce(handle);
  return createQueries(async (statement) => {
    try {
      return prepare(statement).run(statement);
    } catch (error) {
      // The transaction of the server would report an error of the file, such as a full disk, as its own.
      throw nothingCopied(handle.name, error);
    }
  });
}

const onServer = (client: Client): Queries =>
  createQueries(async (statement) => {
    const { rows, rowCount } = await client.query(textOf(statement), [...statement.values]);
    return { rows, changes: rowCount ?? 0 };
  });

/**
 * The tables to copy, in the order of their creation, so that a table comes after the tables that it refers to. Row
 * counts and words are left out: triggers of the target count the rows and mark the users whose words are missing.
 */
async function listTables(sqlite: Queries): Promise<readonly Copied[]> {
  const columns = await sqlite.all<{ table: string; name: string; isKey: boolean }>(
    sql`SELECT tables.name AS "table", columns.name, columns.pk AS "isKey"
      FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
      WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'
        AND tables.name NOT IN ('row_counts', 'user_words') ORDER BY tables.rowid, columns.cid`,
  );
  return [...Map.groupBy(columns, ({ table: name }) => name)].map(([name, own]) => ({
    name,
    key: own.find(({ isKey }) => isKey)?.name ?? "",
    rows: table<Record<string, Value>>(
      name,
      Object.fromEntries(own.map((column) => [column.name, column.name])),
    ),
  }));
}

async function assertEmpty(target: Queries, tables: readonly Copied[]): Promise<void> {
  for (const { name, rows } of tables) {
    const present = await rows.on(target).count(sql`true`);
    if (present > 0)
      throw new DatabaseError(
        `the target is not empty (rows in ${name}: ${present}): name an empty database`,
      );
  }
}

async function copyTable(
  { name, key, rows }: Copied,
  source: Queries,
  target: Queries,
  onProgress: OnProgress,
): Promise<void> {
  const total = await rows.on(source).count(sql`true`);
  let copied = 0;
  if (total === 0) onProgress(name, copied, total);
  for await (const batch of readInBatches(rows.on(source), key, { size: ROWS_PER_BATCH })) {
    await target.run(rows.insert(...batch));
    copied += batch.length;
    onProgress(name, copied, total);
  }
  const arrived = await rows.on(target).count(sql`true`);
  if (arrived !== total) throw new DatabaseError(`${name} has ${total} rows, but ${arrived} arrived`);
}

const nothingCopied = (path: string, error: unknown): DatabaseError =>
  error instanceof DatabaseError
    ? error
    : new DatabaseError(`nothing was copied: ${path}: ${reasonOf(error)}`, { cause: error });
