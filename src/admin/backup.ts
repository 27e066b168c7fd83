import { readStoreConfig } from "../config.ts";
import { backUpSqlite } from "../database/sqlite-backup.ts";
import { AdminError } from "./admin-error.ts";

const USAGE = "npm run backup -- FILE";

/** Copies the store to a new file while the server goes on, and checks the copy. */
export async function backup([file, ...rest]: readonly string[]): Promise<string> {
  if (file === undefined || file.startsWith("-") || rest.length > 0) {
    throw new AdminError(`one file to write must be given. Usage: ${USAGE}`);
  }
  const { database } = readStoreConfig(process.env);
  const { bytes, schemaVersion } = backUpSqlite(database.path, file);
  return `Wrote ${file}: ${bytes} bytes, schema version ${schemaVersion}, integrity checked.`;
}
