import { DatabaseError } from "./database.ts";
import { toSqlite } from "./migration.ts";
import { migrations1To6 } from "./migrations-1-to-6.ts";
import { migrationsFrom7 } from "./migrations-from-7.ts";

export type Migration = (typeof migrations)[number];

/** All steps, oldest first, each with its number and its statements for each engine. */
export const migrations = [...migrations1To6, ...migrationsFrom7].map((step, index) => ({
  version: index + 1,
  sqlite: `${toSqlite(step)}${step.sqlite ?? ""}`,
  postgres: `${step.common ?? ""}${step.postgres ?? ""}`,
}));

export const newestVersion = (): number => migrations.length;

/**
 * The steps that a store at this version lacks, oldest first.
 *
 * @throws {DatabaseError} if a newer version of the program wrote the store
 */
export function stepsAfter(version: number): readonly Migration[] {
  if (version <= newestVersion()) return migrations.slice(version);
  throw new DatabaseError(
    `the database is at schema version ${version}, this program knows up to ${newestVersion()}: start the newer version of groundwork that wrote it`,
  );
}
