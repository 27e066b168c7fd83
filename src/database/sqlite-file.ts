import type { Stats } from "node:fs";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { statfs } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { createFolder } from "../create-folder.ts";
import { DomainError } from "../domain/errors.ts";
import { DatabaseError } from "./database.ts";

/** More than the largest request writes. With less free space small writes may succeed while larger ones fail. */
const LEAST_FREE_BYTES = 256 * 1024;

/**
 * Prepares the place of a store before it is opened.
 *
 * @returns the path of the file itself if this is a symbolic link, because SQLite keeps the log beside that
 */
export function prepareFile(path: string): string {
  createFolder(dirname(path));
  // SQLite gives the `-wal` and `-shm` files the mode of the main file, so a private main file makes them private.
  closeSync(openSync(path, "a", 0o600));
  removeStaleLog(path);
  return followLink(path);
}

const followLink = (path: string): string => (lstatSync(path).isSymbolicLink() ? realpathSync(path) : path);

/** Bytes 18 and 19 of the file hold the journal mode: 2 is a write-ahead log. */
const JOURNAL_BYTES = { position: 18, length: 2 };
const WRITE_AHEAD_LOG = 2;
/** SQLite locks parts of these bytes, which never hold data. */
const LOCK_BYTES = { position: 0x40_00_00_00, length: 512 };

type FileLocks = typeof import("fs-native-extensions");

/**
 * Removes a write-ahead log that belongs to another file. After a backup is copied over a store, the log of the
 * replaced store is still beside it, and SQLite would overwrite pages of the backup with it. A backup is not in WAL
 * mode, and a store's header is set to WAL before its log is created, so a log beside a file in another mode is stale.
 *
 * SQLite's lock keeps other processes from opening the file meanwhile, because the next log of that name is theirs. If
 * the lock is taken, another process has already removed the stale log.
 *
 * @throws {DatabaseError} if the log is stale and this user may not remove it
 */
export function removeStaleLog(place: string): void {
  if (!existsSync(place)) return;
  const path = followLink(place);
  if (!existsSync(`${path}-wal`)) return;
  // A user who may only read the store can still back it up.
  const mayWrite = isWritable(path);
  const descriptor = openSync(path, mayWrite ? "r+" : "r");
  try {
    if (isInWal(descriptor)) return;
    if (!mayWrite) {
      const problem = `${path}-wal is the log of a store that ${path} has replaced`;
      throw new DatabaseError(`${problem}: remove it as a user who may write to the folder`);
    }
    // Checked again under the lock, because another process may have opened the file in between.
    if (!lockStore(descriptor) || isInWal(descriptor)) return;
    for (const suffix of ["-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
  } finally {
    closeSync(descriptor);
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function isInWal(descriptor: number): boolean {
  const { position, length } = JOURNAL_BYTES;
  const bytes = Buffer.alloc(length);
  const isRead = readSync(descriptor, bytes, 0, length, position) === length;
  return !isRead || bytes.includes(WRITE_AHEAD_LOG);
}

function lockStore(descriptor: number): boolean {
  // Loaded only here: few starts need it, and it is not available on every system that SQLite runs on.
  const { tryLock } = createRequire(import.meta.url)("fs-native-extensions") as FileLocks;
  return tryLock(descriptor, LOCK_BYTES.position, LOCK_BYTES.length);
}

/** @throws {DomainError} `service-unavailable` if the disk is nearly full */
export async function assertRoom(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < LEAST_FREE_BYTES) {
    throw new DomainError("service-unavailable", { detail: `the disk under ${path} is full` });
  }
}

/**
 * SQLite keeps writing to files that were deleted or replaced, and those writes are gone at the next start. The check
 * takes microseconds, which is little beside the write that follows.
 */
export function createPlaceCheck(...paths: readonly string[]): () => void {
  const files = paths.map((file) => ({ file, opened: statSync(file) }));
  return () => {
    for (const { file, opened } of files) {
      const now = statsAt(file);
      if (now?.ino === opened.ino && now.dev === opened.dev) continue;
      throw new DomainError("service-unavailable", {
        detail: `${file} is no longer the file that was opened`,
      });
    }
  };
}

function statsAt(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (cause) {
    // The disk fails, or this user may no longer enter the folder.
    throw new DomainError("service-unavailable", { detail: `${file} can't be reached`, cause });
  }
}
