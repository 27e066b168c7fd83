import { DomainError } from "../domain/errors.ts";
import type { Database } from "./database.ts";
import { DatabaseError } from "./database.ts";
import type { PostgresLocation } from "./postgres-connection.ts";
import type { FileReport, SqliteLocation } from "./sqlite.ts";
import { readMissingWords } from "./user-words.ts";

/** The location of a store and its engine. */
export type DatabaseLocation = SqliteLocation | PostgresLocation;

/**
 * Opens the store and brings its schema up to date.
 *
 * @param onFile called for a new SQLite file, and for the copy that is made of one before a migration
 * @throws {DatabaseError} if the store can't be used
 */
export async function openDatabase(location: DatabaseLocation, onFile?: FileReport): Promise<Database> {
  const database = await openEngine(location, onFile);
  try {
    await readMissingWords(database);
    return database;
  } catch (error) {
    await database.close();
    throw error instanceof DomainError ? stoppedAnswering(error) : error;
  }
}

const stoppedAnswering = ({ cause }: DomainError): DatabaseError =>
  new DatabaseError(
    `The store stopped answering while the names of its users were read for searches (${cause instanceof Error ? cause.message : "no reason given"}). Start again: what was read is kept.`,
    { cause },
  );

async function openEngine(location: DatabaseLocation, onFile: FileReport | undefined): Promise<Database> {
  // Loads only the driver of the engine in use.
  if (location.engine === "sqlite") {
    const { openSqlite } = await import("./sqlite.ts");
    return openSqlite(location.path, { ...location, onFile });
  }
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(location);
}
