import { closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import SqliteDatabase from "better-sqlite3";
import { DatabaseError } from "./database.ts";
import { assertFolderOf, publishFile, removeLeftovers } from "./new-file.ts";
import { isSystemError, reasonOf } from "./system-reason.ts";

export interface BackupSummary {
  readonly bytes: number;
  readonly schemaVersion: number;
}

/** The longest wait if another process has locked the whole file. */
const LOCK_TIMEOUT_MS = 30_000;

/**
 * Writes a consistent copy of a store that may be in use. It reads one snapshot, so under WAL it neither waits for
 * writers nor blocks them. The copy gets its name only once it is checked and on the disk.
 *
 * @throws {DatabaseError} if the store can't be read, the file already exists or the copy is corrupt
 */
export function backUpSqlite(path: string, file: string): BackupSummary {
  if (!existsSync(path)) throw new DatabaseError(`there is no database at ${path}`);
  if (existsSync(file)) throw new DatabaseError(`${file} exists already: a backup never overwrites`);
  const partial = `${file}.partial`;
  let descriptor: number | undefined;
  try {
    assertFolderOf(file);
    rmSync(partial, { force: true });
    // The file is private before anything is written to it.
    descriptor = openSync(partial, "wx", 0o600);
    const source = new SqliteDatabase(path, {
      readonly: true,
      fileMustExist: true,
      timeout: LOCK_TIMEOUT_MS,
    });
    try {
      source.prepare("VACUUM INTO ?").run(partial);
    } finally {
      source.close();
    }
    const schemaVersion = publishStore(partial, file, descriptor);
    return { bytes: statSync(file).size, schemaVersion };
  } catch (error) {
    // What the system refuses is the new file. SQLite's reason may be about either file.
    const about = isSystemError(error) ? `${file}: ` : "";
    throw new DatabaseError(`no backup was made: ${about}${reasonOf(error)}`, { cause: error });
  } finally {
    // A copy that fails may leave its rollback journal too.
    removeLeftovers(partial, `${partial}-journal`);
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * Checks a finished copy and gives it its name, once it is on the disk.
 *
 * @param descriptor as `publishFile` takes it
 * @returns its schema version
 * @throws if the copy is corrupt or there is no room for its log
 */
export function publishStore(partial: string, file: string, descriptor: number): number {
  let schemaVersion: number;
  const copy = new SqliteDatabase(partial, { fileMustExist: true });
  try {
    // Moves the log into the file. Closing the store does so too, but ignores a full disk.
    copy.pragma("journal_mode = DELETE");
    const integrity = copy.pragma("integrity_check", { simple: true });
    if (integrity !== "ok") throw new Error(`the copy is not sound: ${String(integrity)}`);
    if ((copy.pragma("foreign_key_check") as unknown[]).length > 0) {
      throw new Error("the copy has rows that break a foreign key");
    }
    schemaVersion = copy.pragma("user_version", { simple: true }) as number;
  } finally {
    copy.close();
  }
  publishFile(partial, file, descriptor);
  return schemaVersion;
}
