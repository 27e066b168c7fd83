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
/** The time limit of a request is too short for a batch of words on a busy machine. */
const WORDS_TIMEOUT_MS = 60_000;

/** The progress of copying one table. */
export interface CopyProgress {
  readonly table: string;
  readonly copied: number;
  readonly total: number;
}

/**
 * Copies an SQLite store into an empty PostgreSQL store. The rows are sent in batches, so that memory stays constant,
 * but in one transaction: after an interruption the target is still empty.
 *
 * @param onProgress called after each batch, and once for a table without rows
 * @throws {DatabaseError} if the source is not a current store or the target is not empty
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
    // Stores the words of the users. If this is interrupted, the next start of the server continues it.
    const timeoutMs = Math.max(target.timeoutMs, WORDS_TIMEOUT_MS);
    await (await openDatabase({ ...target, timeoutMs })).close();
    // Gives the planner statistics, so that the first queries are as fast as later ones.
    await runPostgresStatement(target, "VACUUM ANALYZE");
  } finally {
    source.close();
  }
}

/** Opens the source in one read transaction, so that all tables come from the same snapshot. */
function openSource(path: string): SqliteHandle {
  let source: SqliteHandle | undefined;
  try {
    source = new SqliteDatabase(path, { readonly: true, fileMustExist: true });
    source.exec("BEGIN");
    const version = source.pragma("user_version", { simple: true });
    if (version === newestVersion()) return source;
    throw new Error(
      `it is at schema version ${version} instead of ${newestVersion()}: start this version of groundwork on it once`,
    );
  } catch (error) {
    source?.close();
    throw new DatabaseError(`the database ${path} can't be copied: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * The tables to copy, in the order of their creation, so that a table comes after the tables that it refers to. Row
 * counts and words are left out: triggers of the target count the rows and mark the users whose words are missing.
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

/** Locks the tables first, so that a server already running on the target can't add rows during the copy. */
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
  // The table's row type makes the server convert the values: text to a time, 0 and 1 to a boolean.
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

/** The number of rows in a PostgreSQL table. */
export async function countRows(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${quote(table)}`);
  return Number(rows[0]?.count);
}

/** A quoted name, in the form that both engines accept. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
