import { closeSync, mkdirSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { DomainError } from "../domain/errors.ts";
import { DatabaseError } from "./database.ts";

/** More than the largest request writes. With less, a small write may still pass while a larger one fails. */
const LEAST_FREE_BYTES = 256 * 1024;

/** SQLite gives its side files the mode of the main file, so making that one private makes all of them so. */
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

/** Bytes 18 and 19 of the file say which journal it is written with: 2 is a write-ahead log. */
const JOURNAL_BYTES = { position: 18, length: 2 };
const WRITE_AHEAD_LOG = 2;

/**
 * Removes the write-ahead log of another file. SQLite would take it for this file's own and overwrite pages with it: a
 * backup that is copied over a store lies beside the log of the store that it replaces. A backup is not written with
 * such a log, and a file says that it is before it gets one, so a log beside a file that says otherwise is stale.
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

/** @throws {DomainError} `service-unavailable` where the disk is about full */
export async function assertRoom(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < LEAST_FREE_BYTES) {
    throw new DomainError("service-unavailable", { detail: `the disk under ${path} is full` });
  }
}

/**
 * SQLite goes on writing to a file that was deleted or replaced, and all of it is gone at the next start. Asking
 * costs microseconds beside the write that follows.
 */
export function createPlaceCheck(path: string): () => void {
  const { dev, ino } = statSync(path);
  return () => {
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino === ino && now.dev === dev) return;
    throw new DomainError("service-unavailable", { detail: `${path} is no longer the file that was opened` });
  };
}
