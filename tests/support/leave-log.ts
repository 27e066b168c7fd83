import { copyFileSync, renameSync } from "node:fs";
import Sqlite from "better-sqlite3";

/** Adds a table `later` to a store, only in its write-ahead log, and leaves the log as a crashed server does. */
export function leaveLog(path: string): void {
  const store = new Sqlite(path);
  store.pragma("journal_mode = WAL");
  store.exec("CREATE TABLE later (id INTEGER)");
  copyFileSync(`${path}-wal`, `${path}-kept`);
  store.close();
  renameSync(`${path}-kept`, `${path}-wal`);
}
