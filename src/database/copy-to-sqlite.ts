import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Database as SqliteHandle, Statement } from "better-sqlite3";
import SqliteDatabase from "better-sqlite3";
import type { Client } from "pg";
import type { CopyProgress } from "./copy-to-postgres.ts";
import { countRows, listTables, quote } from "./copy-to-postgres.ts";
import { DatabaseError } from "./database.ts";
import { newestVersion } from "./migrations.ts";
import { publishFile } from "./new-file.ts";
import { openDatabase } from "./open-database.ts";
import type { PostgresLocation } from "./postgres-client-options.ts";
import { runPostgresTransaction } from "./postgres-transaction.ts";
import { toSqliteValue } from "./sqlite-queries.ts";

const ROWS_PER_BATCH = 5_000;

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
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  if (existsSync(path)) throw new DatabaseError(`${path} exists already: a copy never overwrites`);
  const partial = `${path}.partial`;
  removeFiles(partial);
  try {
    mkdirSync(dirname(path), { recursive: true });
    await createEmpty(partial);
    await fill(source, partial, onProgress);
    // Opening the store again stores the words of the users that the triggers marked.
    await createEmpty(partial);
    publishFile(partial, path);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`nothing was copied: ${(error as Error).message}`, { cause: error });
  } finally {
    removeFiles(partial);
  }
}

async function createEmpty(path: string): Promise<void> {
  const { close } = await openDatabase({ engine: "sqlite", path });
  await close();
}

async function fill(
  source: PostgresLocation,
  path: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  const target = new SqliteDatabase(path);
  try {
    // One sync at the end is enough: until then the file is only a partial one.
    target.pragma("synchronous = OFF");
    target.pragma("foreign_keys = ON");
    target.exec("BEGIN");
    await runPostgresTransaction(source, async (client) => {
      await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
      await assertCurrent(client);
      for (const table of listTables(target)) await copyTable(client, target, table, onProgress);
    });
    target.exec("COMMIT");
  } finally {
    target.close();
  }
}

async function assertCurrent(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>("SELECT version FROM schema_version");
  const version = rows[0]?.version ?? 0;
  if (version === newestVersion()) return;
  throw new DatabaseError(
    `the source is at schema version ${version} instead of ${newestVersion()}: start this version of groundwork on it once`,
  );
}

async function copyTable(
  client: Client,
  target: SqliteHandle,
  table: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  const total = await countRows(client, table);
  const columns = target.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(table) as string[];
  const names = columns.map(quote).join(", ");
  const places = columns.map(() => "?").join(", ");
  const insert = target.prepare(`INSERT INTO ${quote(table)} (${names}) VALUES (${places})`);

  await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${names} FROM ${quote(table)}`);
  let copied = 0;
  do {
    const { rows } = await client.query<unknown[]>({
      text: `FETCH ${ROWS_PER_BATCH} FROM copied`,
      rowMode: "array",
    });
    insertRows(insert, rows);
    copied += rows.length;
    onProgress({ table, copied, total });
    if (rows.length === 0) break;
  } while (copied < total);
  await client.query("CLOSE copied");
  const arrived = target
    .prepare(`SELECT count(*) FROM ${quote(table)}`)
    .pluck()
    .get();
  if (arrived !== total) throw new DatabaseError(`${table} has ${total} rows, but ${arrived} arrived`);
}

/** Reports an error of the file, such as a full disk, as such and not as an error of PostgreSQL. */
function insertRows(insert: Statement<unknown[]>, rows: readonly unknown[][]): void {
  try {
    for (const row of rows) insert.run(row.map(toSqliteValue));
  } catch (error) {
    throw new DatabaseError(`nothing was copied: ${(error as Error).message}`, { cause: error });
  }
}

function removeFiles(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
}
