import { readStoreConfig } from "../config.ts";
import { backUpSqlite } from "../database/sqlite-backup.ts";
import { AdminError } from "./admin-error.ts";

export const USAGE = "npm run backup -- FILE";

/** Copies the store to a new file while the server runs, and checks the copy. */
export async function run([file, ...rest]: readonly string[]): Promise<string> {
  if (file === undefined || file.startsWith("-") || rest.length > 0) {
    throw new AdminError(`name one file to write. Usage: ${USAGE}`);
  }
  const { database } = readStoreConfig(process.env);
  if (database.engine === "postgres") {
    throw new AdminError("the store is a PostgreSQL database: back it up with pg_dump or pg_basebackup");
  }
  const { bytes, schemaVersion } = backUpSqlite(database.path, file);
  return `Wrote ${file}: ${bytes} bytes, schema version ${schemaVersion}, integrity checked.`;
}
