import type { Client } from "pg";
import { newestVersion, stepsAfter } from "./migrations.ts";
import type { PostgresLocation } from "./postgres-client-options.ts";
import { runPostgresTransaction } from "./postgres-transaction.ts";

/** An arbitrary number that nothing else in the database locks. Instances that start together take turns on it. */
const MIGRATION_LOCK = 6_720_014;

/**
 * Runs the missing steps, all of them or none.
 *
 * @throws {DatabaseError} if the schema is newer than this program or the server can't be reached
 */
export async function migratePostgres(location: PostgresLocation): Promise<void> {
  await runPostgresTransaction(location, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await runMissingSteps(client);
  });
}

async function runMissingSteps(client: Client): Promise<void> {
  await client.query("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)");
  const { rows } = await client.query<{ version: number }>("SELECT version FROM schema_version");
  const steps = stepsAfter(rows[0]?.version ?? 0);
  if (steps.length === 0) return;
  for (const { postgres } of steps) await client.query(postgres);
  await client.query("DELETE FROM schema_version");
  await client.query("INSERT INTO schema_version (version) VALUES ($1)", [newestVersion()]);
}
