import type { Database } from "./database.ts";
import { openPostgres } from "./postgres.ts";
import type { PostgresLocation } from "./postgres-client-options.ts";
import { openSqlite } from "./sqlite.ts";

/** Where a store lives and which engine runs it. */
export type DatabaseLocation = { readonly engine: "sqlite"; readonly path: string } | PostgresLocation;

/**
 * Opens the store and brings its schema up to date.
 *
 * @throws {DatabaseError} where it can't be used
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  return location.engine === "sqlite" ? openSqlite(location.path) : openPostgres(location);
}
