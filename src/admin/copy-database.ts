import { readStoreConfig } from "../config.ts";
import type { CopyProgress } from "../database/copy-between-engines.ts";
import { copyToPostgres, copyToSqlite } from "../database/copy-between-engines.ts";
import { AdminError } from "./admin-error.ts";

export const USAGE =
  "npm run copy-database -- FROM TO, one a file:data/groundwork.db, the other a postgres://user@host/database";

/** Copies a whole SQLite store into an empty PostgreSQL database, or a PostgreSQL store into a new SQLite file. */
export async function run([from = "", to = "", ...rest]: readonly string[]): Promise<string> {
  const source = readLocation(from);
  const target = readLocation(to);
  const totals = new Map<string, number>();
  const onProgress = (progress: CopyProgress): void => {
    totals.set(progress.table, progress.total);
    report(progress);
  };
  if (source.engine === "sqlite" && target.engine === "postgres" && rest.length === 0) {
    await copyToPostgres(source.path, target, onProgress);
  } else if (source.engine === "postgres" && target.engine === "sqlite" && rest.length === 0) {
    await copyToSqlite(source, target.path, onProgress);
  } else throw new AdminError(`a SQLite file and a PostgreSQL address must be given. Usage: ${USAGE}`);
  const rows = [...totals.values()].reduce((sum, total) => sum + total, 0);
  return `Copied ${rows} rows in ${totals.size} tables; every count agrees.`;
}

const readLocation = (url: string) => readStoreConfig({ ...process.env, DATABASE_URL: url }).database;

/** Beside the result, which is on standard output. */
function report({ table, copied, total }: CopyProgress): void {
  process.stderr.write(`${table}: ${copied} of ${total}\n`);
}
