import type { Client } from "pg";
import pg from "pg";
import type { Database } from "./database.ts";
import { DatabaseError } from "./database.ts";
import { newestVersion, stepsAfter } from "./migrations.ts";
import type { PostgresLocation } from "./postgres-connection.ts";
import { postgresClientOptions, runPostgresTransaction } from "./postgres-connection.ts";
import { createPostgresQueries } from "./postgres-queries.ts";
import { sql } from "./sql.ts";

/** An arbitrary number that nothing else in the database locks. Instances that start together take turns on it. */
const MIGRATION_LOCK = 6_720_014;

/**
 * Opens a PostgreSQL store and brings its schema up to date.
 *
 * @throws {DatabaseError} if a newer version wrote it, or it can't be used
 */
export async function openPostgres(location: PostgresLocation): Promise<Database> {
  await migratePostgres(location);
  const pool = new pg.Pool({ ...postgresClientOptions(location), max: location.poolSize });
  const { queries, transaction } = createPostgresQueries(pool);
  return {
    queries,
    transaction,
    ping: async () => {
      // A row lock is a write. A plain read would succeed even on a standby or a full disk.
      await queries.all(sql`SELECT id FROM users LIMIT 1 FOR KEY SHARE SKIP LOCKED`);
    },
    figures: {
      engine: "postgres",
      connections: () => ({
        busy: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
    },
    close: () => pool.end(),
  };
}

/**
 * Runs the missing steps, all of them or none.
 *
 * @throws {DatabaseError} if the schema is newer than this program, the server can't be reached, or a setting of the
 *   database would change what is stored
 */
export async function migratePostgres(location: PostgresLocation): Promise<void> {
  await runPostgresTransaction(location, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await client.query("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)");
    const { rows } = await client.query<{ version: number }>("SELECT version FROM schema_version");
    const version = rows[0]?.version ?? 0;
    await assertSettings(client, version === 0);
    const steps = stepsAfter(version);
    if (steps.length === 0) return;
    for (const { postgres } of steps) await client.query(postgres);
    await client.query("DELETE FROM schema_version");
    await client.query("INSERT INTO schema_version (version) VALUES ($1)", [newestVersion()]);
  });
}

/**
 * The driver reads times in another date style as null, so a revoked token would be good again. In another encoding
 * some names can't be stored. SQL_ASCII takes every name, though searches don't find words with letters outside ASCII.
 */
async function assertSettings(client: Client, isNew: boolean): Promise<void> {
  const { rows } = await client.query<{ encoding: string; style: string }>(
    "SELECT current_setting('server_encoding') AS encoding, current_setting('DateStyle') AS style",
  );
  const [{ encoding = "", style = "" } = {}] = rows;
  if (!style.startsWith("ISO")) {
    throw new DatabaseError(
      `the PostgreSQL database writes times in the style "${style}": set DateStyle to ISO for it and its role`,
    );
  }
  // Only before the tables are created, so that an existing store in another encoding still starts.
  if (isNew && encoding !== "UTF8" && encoding !== "SQL_ASCII") {
    throw new DatabaseError(
      `the PostgreSQL database has the encoding ${encoding}: create it with ENCODING 'UTF8' TEMPLATE template0`,
    );
  }
}
