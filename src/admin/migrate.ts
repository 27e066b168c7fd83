import { existsSync } from "node:fs";
import { readStoreConfig } from "../config.ts";
import { newestVersion } from "../database/migrations.ts";
import { openDatabase } from "../database/open-database.ts";
import { AdminError } from "./admin-error.ts";

export const USAGE = "npm run migrate";

/** Brings the store's schema up to date, as a start of the server would, without starting one. */
export async function run(args: readonly string[]): Promise<string> {
  if (args.length > 0) throw new AdminError(`takes no arguments. Usage: ${USAGE}`);
  const { database } = readStoreConfig(process.env);
  const isNew = database.engine === "sqlite" && !existsSync(database.path);
  let kept = "";
  const { close } = await openDatabase(database, (file) => {
    kept = ` The store as it was before is in ${file}.`;
  });
  await close();
  const done = `the schema is at version ${newestVersion()}.${kept}`;
  return isNew ? `Created ${database.path}; ${done}` : `${done.charAt(0).toUpperCase()}${done.slice(1)}`;
}
