import type { Database as SqliteHandle } from "better-sqlite3";
import SqliteDatabase from "better-sqlite3";
import type { Client } from "pg";
import { DatabaseError } from "./database.ts";
import { newestVersion } from "./migrations.ts";
import { openDatabase } from "./open-database.ts";
import type { PostgresLocation } from "./postgres-client-options.ts";
import { migratePostgres } from "./postgres-migration.ts";
import { runPostgresStatement, runPostgresTransaction } from "./postgres-transaction.ts";

const ROWS_PER_BATCH = 5_000;

/** How far the copy of one table has come. */
export interface CopyProgress {
  readonly table: string;
  readonly copied: number;
  readonly total: number;
}

/**
 * Copies all that an SQLite store holds into an empty PostgreSQL store. The rows go in batches, so that memory stays
 * constant, but in one transaction: after an interruption the target is as empty as before.
 *
 * @param onProgress told after each batch, and once for a table without rows
 * @throws {DatabaseError} where the source is not a current store or the target is not empty
 */
export async function copyToPostgres(
  sourcePath: string,
  target: PostgresLocation,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  const source = openSource(sourcePath);
  try {
    await migratePostgres(target);
    await runPostgresTransaction(target, async (client) => {
      const tables = listTables(source);
      await assertEmpty(client, tables);
      for (const table of tables) await copyTable(source, client, table, onProgress);
    });
    // Reads the words of the users; a start of the server would go on where this is interrupted.
    await (await openDatabase(target)).close();
    // Tells the planner what there is, so that the first queries are as fast as later ones.
    await runPostgresStatement(target, "VACUUM ANALYZE");
  } finally {
    source.close();
  }
}

/** One read transaction, so that all tables are seen as they are at one moment. */
function openSource(path: string): SqliteHandle {
  try {
    const source = new SqliteDatabase(path, { readonly: true, fileMustExist: true });
    source.exec("BEGIN");
    const version = source.pragma("user_version", { simple: true });
    if (version === newestVersion()) return source;
    throw new Error(
      `it is at schema version ${version} instead of ${newestVersion()}: start this version of groundwork on it once`,
    );
  } catch (error) {
    throw new DatabaseError(`the database ${path} can't be copied: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * The tables to copy, as SQLite lists them: in the order in which they were created, so that a table comes after those it refers to. Row counts and words are left
 * out: the target counts what arrives by itself, and marks users whose words are to be read.
 */
export const listTables = (source: SqliteHandle): string[] =>
  source
    .prepare(
      `SELECT name FROM sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name NOT IN ('row_counts', 'user_words') ORDER BY rowid`,
    )
    .pluck()
    .all() as string[];

/** Locked first, so that no server that runs on the target already can add rows beside the copied ones. */
async function assertEmpty(client: Client, tables: readonly string[]): Promise<void> {
  await client.query(`LOCK TABLE ${tables.map(quote).join(", ")} IN SHARE ROW EXCLUSIVE MODE`);
  for (const table of tables) {
    const rows = await countRows(client, table);
    if (rows > 0) throw new DatabaseError(`the target is not empty: it has ${rows} rows in ${table}`);
  }
}

async function copyTable(
  source: SqliteHandle,
  client: Client,
  table: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<void> {
  const total = source
    .prepare(`SELECT count(*) FROM ${quote(table)}`)
    .pluck()
    .get() as number;
  const columns = source.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(table) as string[];
  const names = columns.map(quote).join(", ");
  // The table's own row type tells the server how to read the values: text as a time, 0 and 1 as a boolean.
  const insert = `INSERT INTO ${quote(table)} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${quote(table)}, $1)`;

  let copied = 0;
  for (const batch of readInBatches(source, `SELECT ${names} FROM ${quote(table)}`)) {
    await client.query(insert, [JSON.stringify(batch)]);
    copied += batch.length;
    onProgress({ table, copied, total });
  }
  if (total === 0) onProgress({ table, copied, total });
  const arrived = await countRows(client, table);
  if (arrived !== total) throw new DatabaseError(`${table} has ${total} rows, but ${arrived} arrived`);
}

function* readInBatches(source: SqliteHandle, query: string): Generator<readonly unknown[]> {
  let batch: unknown[] = [];
  for (const row of source.prepare(query).iterate()) {
    batch.push(row);
    if (batch.length < ROWS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** How many rows a table has in PostgreSQL. */
export async function countRows(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${quote(table)}`);
  return Number(rows[0]?.count);
}

/** A name as both engines quote it. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
