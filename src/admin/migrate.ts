import { readStoreConfig } from "../config.ts";
import { newestVersion } from "../database/migrations.ts";
import { openDatabase } from "../database/open-database.ts";
import { AdminError } from "./admin-error.ts";

/** Brings the store's schema up to date, as a start of the server would, without starting one. */
export async function migrate(args: readonly string[]): Promise<string> {
  if (args.length > 0) throw new AdminError("takes no arguments. Usage: npm run migrate");
  const { database } = readStoreConfig(process.env);
  const { close } = await openDatabase(database);
  await close();
  return `The schema is at version ${newestVersion()}.`;
}
