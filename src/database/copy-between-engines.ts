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
import { textOf } from "./postgres-queries.ts";
import { runPostgresTransaction } from "./postgres-transaction.ts";
import type { Queries } from "./queries.ts";
import { createQueries } from "./queries.ts";
import type { Sql, Value } from "./sql.ts";
import { list, nameOf, sql } from "./sql.ts";
import { prepareOnce } from "./sqlite-queries.ts";

/** Memory stays constant, because rows are copied in batches. SQLite allows 32,766 values in a statement. */
const ROWS_PER_BATCH = 2_000;
/** The time limit of a request is too short for a batch of words, or for VACUUM, on a busy machine. */
const TIMEOUT_MS = 600_000;

/** The progress of copying one table. */
export interface CopyProgress {
  readonly table: string;
  readonly copied: number;
  readonly total: number;
}

type OnProgress = (progress: CopyProgress) => void;

interface Copied {
  readonly name: string;
  /** The primary key is the first one. */
  readonly columns: readonly string[];
}

/**
 * Copies an SQLite store into an empty PostgreSQL store, in one transaction: after an interruption the target is still
 * empty.
 *
 * @param onProgress called after each batch
 * @throws {DatabaseError} if the source is not a current store or the target is not empty
 */
export async function copyToPostgres(
  path: string,
  target: PostgresLocation,
  onProgress: OnProgress,
): Promise<void> {
  const handle = openSource(path);
  try {
    await migratePostgres(target);
    await runPostgresTransaction(target, async (client) => {
      const source = onFile(handle);
      const tables = await listTables(source);
      // So that a server already running on the target can't add rows during the copy.
      const names = list(tables.map(({ name }) => nameOf(name)));
      await onServer(client).run(sql`LOCK TABLE ${names} IN SHARE ROW EXCLUSIVE MODE`);
      for (const table of tables) await copyTable(table, source, onServer(client), onProgress);
    });
    // If this is interrupted, the next start of the server continues it.
    const database = await openDatabase({ ...target, timeoutMs: TIMEOUT_MS });
    // Gives the planner statistics, so that the first queries are as fast as later ones.
    await database.queries.run(sql`VACUUM ANALYZE`).finally(database.close);
  } finally {
    handle.close();
  }
}

/**
 * Copies a snapshot of a PostgreSQL store into a new SQLite file. The file gets its name only once it is complete and
 * on the disk, so an interruption leaves no file of that name.
 *
 * @param onProgress called after each batch
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
  const handle = new SqliteDatabase(path);
  try {
    // One sync at the end is enough: until then the file is only a partial one.
    handle.pragma("synchronous = OFF");
    handle.pragma("foreign_keys = ON");
    handle.exec("BEGIN");
    await runPostgresTransaction(source, async (client) => {
      await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
      const { rows } = await client.query<{ version: number }>("SELECT version FROM schema_version");
      assertCurrent("the source", rows[0]?.version);
      const target = onFile(handle);
      for (const table of await listTables(target)) {
        await copyTable(table, onServer(client), target, onProgress);
      }
    });
    handle.exec("COMMIT");
  } finally {
    handle.close();
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

function onFile(handle: SqliteHandle): Queries {
  const prepare = prepareOnce(handle);
  return createQueries(async (statement) => {
    try {
      return prepare(statement).run(statement);
    } catch (error) {
      // The transaction of the server would report an error of the file, such as a full disk, as its own.
      throw nothingCopied(error);
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
  const columns = await sqlite.all<{ table: string; name: string }>(
    sql`SELECT tables.name AS "table", columns.name
      FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
      WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'
        AND tables.name NOT IN ('row_counts', 'user_words') ORDER BY tables.rowid, columns.cid`,
  );
  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, own]) => ({
    name,
    columns: own.map((column) => column.name),
  }));
}

async function copyTable(
  { name, columns }: Copied,
  source: Queries,
  target: Queries,
  onProgress: OnProgress,
): Promise<void> {
  const [table, names, key = ""] = [nameOf(name), list(columns.map(nameOf)), columns[0]];
  const present = await count(target, table);
  if (present > 0) throw new DatabaseError(`the target is not empty: it has ${present} rows in ${name}`);
  const total = await count(source, table);
  let rest = sql`true`;
  for (let copied = 0; copied === 0 || copied < total; copied += ROWS_PER_BATCH) {
    const rows = await source.all<Record<string, Value>>(
      sql`SELECT ${names} FROM ${table} WHERE ${rest} ORDER BY ${nameOf(key)} LIMIT ${ROWS_PER_BATCH}`,
    );
    const values = rows.map((row) => sql`(${list(columns.map((column) => row[column] ?? null))})`);
    if (rows.length > 0) await target.run(sql`INSERT INTO ${table} (${names}) VALUES ${list(values)}`);
    onProgress({ table: name, copied: copied + rows.length, total });
    rest = sql`${nameOf(key)} > ${rows.at(-1)?.[key] ?? null}`;
  }
  const arrived = await count(target, table);
  if (arrived !== total) throw new DatabaseError(`${name} has ${total} rows, but ${arrived} arrived`);
}

async function count(queries: Queries, table: Sql): Promise<number> {
  const row = await queries.first<{ total: number | string }>(sql`SELECT count(*) AS total FROM ${table}`);
  return Number(row?.total);
}

const nothingCopied = (error: unknown): DatabaseError =>
  error instanceof DatabaseError
    ? error
    : new DatabaseError(`nothing was copied: ${(error as Error).message}`, { cause: error });

function removeFiles(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
}
