import type { Database } from "./database.ts";
import type { PostgresLocation } from "./postgres-client-options.ts";
import { readMissingWords } from "./user-words.ts";

/** Where a store lives and which engine runs it. */
export type DatabaseLocation =
  | {
      readonly engine: "sqlite";
      /** A file, or `:memory:`. */
      readonly path: string;
      /** Where a copy goes before a migration; beside the file without it. */
      readonly backupFolder?: string | undefined;
    }
  | PostgresLocation;

/**
 * Opens the store and brings its schema up to date.
 *
 * @param onBackup is called with the copy of the store as it was before; PostgreSQL is backed up by its own means
 * @throws {DatabaseError} where it can't be used
 */
export async function openDatabase(
  location: DatabaseLocation,
  onBackup?: (file: string) => void,
): Promise<Database> {
  const database = await openEngine(location, onBackup);
  await readMissingWords(database);
  return database;
}

async function openEngine(
  location: DatabaseLocation,
  onBackup: ((file: string) => void) | undefined,
): Promise<Database> {
  // Each engine's driver is loaded where it is used.
  if (location.engine === "sqlite") {
    const { openSqlite } = await import("./sqlite.ts");
    return openSqlite(location.path, { folder: location.backupFolder, onMade: onBackup });
  }
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(location);
}
