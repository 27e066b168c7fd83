import type { Database } from "./database.ts";
import { openSqlite } from "./sqlite.ts";

/** Where a store lives and which engine runs it. */
export interface DatabaseLocation {
  readonly engine: "sqlite";
  readonly path: string;
}

/**
 * Opens the store and brings its schema up to date.
 *
 * @throws {DatabaseError} where it can't be used
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  return openSqlite(location.path);
}
