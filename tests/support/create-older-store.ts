import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import type { Migration } from "../../src/database/migrations.ts";
import { addSqliteFunctions } from "../../src/database/sqlite.ts";

/** A store with an older schema, which the test fills. */
export interface OlderStore {
  /** Runs statements that both engines understand. */
  run(statements: string): Promise<void>;
}

/**
 * @param url as in `DATABASE_URL`, of a missing or empty store
 * @param steps the migrations to run
 */
export async function createOlderStore(url: string, steps: readonly Migration[]): Promise<OlderStore> {
  const version = steps.at(-1)?.version ?? 0;
  if (!url.startsWith("file:")) {
    await runOnPostgres(url, steps.map(({ postgres }) => postgres).join("\n"));
    await runOnPostgres(url, `CREATE TABLE schema_version AS SELECT ${version} AS version`);
    return { run: (statements) => runOnPostgres(url, statements) };
  }
  const path = url.slice("file:".length);
  runOnSqlite(path, `${steps.map(({ sqlite }) => sqlite).join("\n")} PRAGMA user_version = ${version}`);
  return { run: async (statements) => runOnSqlite(path, statements) };
}

function runOnSqlite(path: string, statements: string): void {
  const handle = new SqliteDatabase(path);
  addSqliteFunctions(handle);
  handle.exec(statements);
  handle.close();
}

async function runOnPostgres(url: string, statements: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statements);
  await client.end();
}
