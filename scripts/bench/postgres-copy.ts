import { copyToPostgres } from "../../src/database/copy-between-engines.ts";
import type { PostgresServer } from "../../tests/support/postgres-server.ts";
import { startPostgresServer } from "../../tests/support/postgres-server.ts";

/** Copies a SQLite store to a new PostgreSQL on this machine, as durable as SQLite is. */
export async function copyToNewPostgres(path: string): Promise<{ postgres: PostgresServer; url: string }> {
  const postgres = await startPostgresServer(["fsync=on", "full_page_writes=on"]);
  process.once("exit", () => postgres.kill());
  const url = postgres.url("postgres");
  console.log("copying the store to PostgreSQL");
  await copyToPostgres(path, { engine: "postgres", url, poolSize: 1, timeoutMs: 60_000 }, () => {});
  return { postgres, url };
}
