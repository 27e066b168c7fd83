import { closeSync, mkdirSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { DomainError } from "../domain/errors.ts";
import { DatabaseError } from "./database.ts";

/** More than the largest request writes. With less free space small writes may succeed while larger ones fail. */
const LEAST_FREE_BYTES = 256 * 1024;

/** SQLite gives the `-wal` and `-shm` files the mode of the main file, so a private main file makes them private. */
export function createPrivateFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw new DatabaseError(`the database ${path} can't be created: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Bytes 18 and 19 of the file hold the journal mode: 2 is a write-ahead log. */
const JOURNAL_BYTES = { position: 18, length: 2 };
const WRITE_AHEAD_LOG = 2;

/**
 * Removes a write-ahead log that belongs to another file. After a backup is copied over a store, the log of the
 * replaced store is still beside it, and SQLite would overwrite pages of the backup with it. A backup is not in WAL
 * mode, and a store's header is set to WAL before its log is created, so a log beside a file in another mode is stale.
 */
export function removeStaleLog(path: string): void {
  const { position, length } = JOURNAL_BYTES;
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(path, "r");
  const isRead = readSync(descriptor, bytes, 0, length, position) === length;
  closeSync(descriptor);
  if (!isRead || bytes.includes(WRITE_AHEAD_LOG)) return;
  for (const suffix of ["-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
}

/** @throws {DomainError} `service-unavailable` if the disk is nearly full */
export async function assertRoom(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < LEAST_FREE_BYTES) {
    throw new DomainError("service-unavailable", { detail: `the disk under ${path} is full` });
  }
}

/**
 * SQLite keeps writing to a file that was deleted or replaced, and those writes are gone at the next start. The check
 * takes microseconds, which is little beside the write that follows.
 */
export function createPlaceCheck(path: string): () => void {
  const { dev, ino } = statSync(path);
  return () => {
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino === ino && now.dev === dev) return;
    throw new DomainError("service-unavailable", { detail: `${path} is no longer the file that was opened` });
  };
}
