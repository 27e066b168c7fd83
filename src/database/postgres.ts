import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import pg from "pg";
import type { Database } from "./database.ts";
import type { PostgresLocation } from "./postgres-client-options.ts";
import { postgresClientOptions } from "./postgres-client-options.ts";
import { createPostgresDriver } from "./postgres-driver.ts";
import { migratePostgres } from "./postgres-migration.ts";
import { retryConflicts } from "./retry-conflicts.ts";
import type { Schema } from "./schema.ts";

/**
 * Opens a PostgreSQL store and brings its schema up to date.
 *
 * @throws {DatabaseError} where it belongs to a newer version or can't be used
 */
export async function openPostgres(location: PostgresLocation): Promise<Database> {
  await migratePostgres(location);
  const pool = new pg.Pool({ ...postgresClientOptions(location), max: location.poolSize });
  const queries = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createPostgresDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return {
    queries,
    transaction: (work) => retryConflicts(() => queries.transaction().execute(work)),
    ping: async () => {
      // A lock, which is a write, since a standby or a full disk still lets everybody read.
      await queries.selectFrom("users").select("id").limit(1).forKeyShare().skipLocked().execute();
    },
    figures: () => ({
      engine: "postgres",
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => queries.destroy(),
  };
}
