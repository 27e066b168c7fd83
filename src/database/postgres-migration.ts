import type { Client } from "pg";
import pg from "pg";
import { DatabaseError } from "./database.ts";
import { assertKnownVersion, migrations, newestVersion } from "./migrations.ts";
import type { PostgresLocation } from "./postgres-client-options.ts";
import { postgresClientOptions } from "./postgres-client-options.ts";

/** Any number that nothing else in the database locks: instances that start at once take turns on it. */
const MIGRATION_LOCK = 6_720_014;
/** Another instance may be migrating: start-up, which nobody waits on yet, is patient. */
const STARTUP_TIMEOUT_MS = 60_000;

/**
 * Runs the steps that are missing, all of them in one transaction, on a connection of its own.
 *
 * @throws {DatabaseError} where the schema is newer than this program or the server can't be reached
 */
export async function migratePostgres(location: PostgresLocation): Promise<void> {
  const client = await connect(location);
  try {
    await client.query("BEGIN");
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${STARTUP_TIMEOUT_MS}`);
    await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await runMissingSteps(client);
    await client.query("COMMIT");
  } catch (error) {
    throw asDatabaseError(error);
  } finally {
    // The end of the connection is also the end of a transaction that failed.
    await client.end();
  }
}

async function connect(location: PostgresLocation): Promise<Client> {
  try {
    const { query_timeout: _notForMigrations, ...options } = postgresClientOptions(location);
    const client = new pg.Client(options);
    client.on("error", () => {});
    return await client.connect();
  } catch (error) {
    throw asDatabaseError(error);
  }
}

async function runMissingSteps(client: Client): Promise<void> {
  await client.query("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)");
  const { rows } = await client.query<{ version: number }>("SELECT version FROM schema_version");
  const version = rows[0]?.version ?? 0;
  assertKnownVersion(version);
  if (version === newestVersion()) return;
  for (const step of migrations.filter((migration) => migration.version > version)) {
    await client.query(step.postgres);
  }
  await client.query("DELETE FROM schema_version");
  await client.query("INSERT INTO schema_version (version) VALUES ($1)", [newestVersion()]);
}

/** The driver's messages name hosts and users, never a password. */
function asDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { message, code } = error as Error & { code?: string };
  return new DatabaseError(`the PostgreSQL database can't be opened: ${message || code}`, { cause: error });
}
