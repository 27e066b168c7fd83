import pg from "pg";
import type { Database } from "./database.ts";
import type { PostgresLocation } from "./postgres-client-options.ts";
import { postgresClientOptions } from "./postgres-client-options.ts";
import { migratePostgres } from "./postgres-migration.ts";
import { createPostgresQueries } from "./postgres-queries.ts";
import { sql } from "./sql.ts";

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
    figures: () => ({
      engine: "postgres",
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}
