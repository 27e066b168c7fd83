import type { Database } from "./database.ts";
import type { PostgresLocation } from "./postgres-client-options.ts";
import { readMissingWords } from "./user-words.ts";

/** Where a store lives and which engine runs it. */
export type DatabaseLocation = { readonly engine: "sqlite"; readonly path: string } | PostgresLocation;

/**
 * Opens the store and brings its schema up to date.
 *
 * @throws {DatabaseError} where it can't be used
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const database = await openEngine(location);
  await readMissingWords(database);
  return database;
}

async function openEngine(location: DatabaseLocation): Promise<Database> {
  // Each engine's driver is loaded where it is used.
  if (location.engine === "sqlite") {
    const { openSqlite } = await import("./sqlite.ts");
    return openSqlite(location.path);
  }
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(location);
}
