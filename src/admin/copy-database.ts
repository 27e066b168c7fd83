import { readStoreConfig } from "../config.ts";
import type { CopyProgress } from "../database/copy-to-postgres.ts";
import { copyToPostgres } from "../database/copy-to-postgres.ts";
import { AdminError } from "./admin-error.ts";

export const USAGE = "npm run copy-database -- file:data/groundwork.db postgres://user@host/database";

/** Copies a whole SQLite store into an empty PostgreSQL database. */
export async function copyDatabase([from = "", to = "", ...rest]: readonly string[]): Promise<string> {
  const source = readLocation(from);
  const target = readLocation(to);
  if (source.engine !== "sqlite" || target.engine !== "postgres" || rest.length > 0) {
    throw new AdminError(`a SQLite file and a PostgreSQL address must be given. Usage: ${USAGE}`);
  }
  const totals = new Map<string, number>();
  await copyToPostgres(source.path, target, (progress) => {
    totals.set(progress.table, progress.total);
    report(progress);
  });
  const rows = [...totals.values()].reduce((sum, total) => sum + total, 0);
  return `Copied ${rows} rows in ${totals.size} tables; every count agrees.`;
}

const readLocation = (url: string) => readStoreConfig({ ...process.env, DATABASE_URL: url }).database;

/** Beside the result, which is on standard output. */
function report({ table, copied, total }: CopyProgress): void {
  process.stderr.write(`${table}: ${copied} of ${total}\n`);
}
