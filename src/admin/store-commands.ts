import { ConfigError, readStoreConfig } from "../config.ts";
import type { OnProgress } from "../database/copy-between-engines.ts";
import { copyToPostgres, copyToSqlite } from "../database/copy-between-engines.ts";
import { newestVersion } from "../database/migrations.ts";
import { openDatabase } from "../database/open-database.ts";
import { backUpSqlite } from "../database/sqlite-backup.ts";
import { removeStaleLog } from "../database/sqlite-file.ts";
import { AdminError, command, commandLine, countOf, UsageError } from "./command.ts";
import { readLastingConfig } from "./with-store.ts";

/** Brings the store's schema up to date, as a start of the server would, without starting one. */
export const migrate = command({
  usage: commandLine("migrate"),
  async run() {
    const { database } = readLastingConfig();
    let [start, kept] = ["The", ""];
    const { close } = await openDatabase(database, (file, what) => {
      if (what === "store created") start = `Created ${file}; the`;
      else kept = ` The store as it was before is in ${file}.`;
    });
    await close();
    return `${start} schema is at version ${newestVersion()}.${kept}`;
  },
});

/** Copies the store to a new file while the server runs, and checks the copy. */
export const backup = command({
  usage: commandLine("backup", "FILE"),
  takesArguments: true,
  async run(_values, [file = "", ...rest]) {
    // A dash means standard output elsewhere.
    if (file === "" || file === "-" || rest.length > 0) throw new UsageError("name one file to write");
    const { database } = readLastingConfig();
    if (database.engine === "postgres") {
      throw new AdminError("the store is a PostgreSQL database: back it up with pg_dump or pg_basebackup");
    }
    // SQLite would read the log of a replaced store as a part of the restored one.
    removeStaleLog(database.path);
    const { bytes, schemaVersion } = backUpSqlite(database.path, file);
    return `Wrote ${file}: ${bytes} bytes, schema version ${schemaVersion}, integrity checked.`;
  },
});

/** Copies a whole SQLite store into an empty PostgreSQL database, or a PostgreSQL store into a new SQLite file. */
export const copyDatabase = command({
  usage: commandLine(
    "copy-database",
    "FROM TO, one a file:data/groundwork.db, the other a postgres://user@host/database",
  ),
  takesArguments: true,
  async run(_values, [from = "", to = "", ...rest]) {
    const source = readLocation("FROM", from);
    const target = readLocation("TO", to);
    const totals = new Map<string, number>();
    const onProgress: OnProgress = (table, copied, total) => {
      totals.set(table, total);
      // Beside the result, which is on standard output.
      process.stderr.write(`${table}: ${copied} of ${total}\n`);
    };
    if (source.engine === "sqlite" && target.engine === "postgres" && rest.length === 0) {
      removeStaleLog(source.path);
      await copyToPostgres(source.path, target, onProgress);
    } else if (source.engine === "postgres" && target.engine === "sqlite" && rest.length === 0) {
      await copyToSqlite(source, target.path, onProgress);
    } else throw new UsageError("an SQLite file and a PostgreSQL address must be given");
    const rows = [...totals.values()].reduce((sum, total) => sum + total, 0);
    return `Copied ${countOf(rows, "row")} in ${totals.size} tables; every count agrees.`;
  },
});

/** @throws {UsageError} if the argument is missing or names no lasting store */
function readLocation(name: "FROM" | "TO", url: string) {
  const unusable = new UsageError(
    `${name} must be file:PATH or postgres://USER:PASSWORD@HOST/DATABASE, with special characters percent-encoded`,
  );
  // As DATABASE_URL, an empty text would name the default store.
  if (url === "" || url === ":memory:") throw unusable;
  try {
    return readStoreConfig({ ...process.env, DATABASE_URL: url }).database;
  } catch (error) {
    if (error instanceof ConfigError && error.message.startsWith("DATABASE_URL ")) throw unusable;
    throw error;
  }
}
