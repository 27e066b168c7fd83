import type { BigIntStats } from "node:fs";
import { closeSync, fstatSync, openSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { inputRefusal, isRefusal, isSystemError, Refusal, unwritable } from "../refusal.ts";
import { changedMeanwhile, replaceFile } from "./replace-file.ts";

/** The lock covers one byte far beyond the end of any list, so that mandatory locks don't block readers. */
const lockedByte = 2 ** 40;
const longestWaitMs = 10_000;
const mostAttempts = 20;

/**
 * Runs the action while this process holds the file's lock, which is exclusive on this machine. It is a kernel lock on
 * the list itself: there is no lock file, and the kernel releases the lock if its holder dies. Editors and git don't take
 * it: if one of them saves the file while the action edits it, the action runs again on the new text.
 * @throws Refusal (exit code 3) if another process holds it for too long, (2) if the file can't be opened for writing.
 */
export async function withListLock<T>(path: string, action: () => T | Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const lock = await holdLock(path);
    try {
      return await action();
    } catch (error) {
      const isRepeated = isRefusal(error) && error.code === changedMeanwhile && attempt < mostAttempts;
      if (!isRepeated) throw error;
    } finally {
      lock.release();
    }
  }
}

/**
 * Takes the file's lock and keeps it until `release`. Its `replace` writes new text to the file, and the lock still holds.
 * @throws Refusal as `withListLock` does.
 */
export async function holdLock(path: string) {
  const { tryLock, waitForLock } = await loadLock(path);
  const descriptors: number[] = [];
  const open = (file: string): number => {
    const fd = openForWriting(file);
    descriptors.push(fd);
    return fd;
  };
  const release = (): void => {
    for (const fd of descriptors.splice(0)) closeLocked(fd);
  };
  try {
    // The previous holder may have replaced the file, so a lock on the old file guards nothing. It is kept anyway:
    // other processes waiting for the old file sleep on, and only one of them wakes when this process finishes.
    do {
      const fd = open(path);
      if (!tryLock(fd)) await grantedInTime(waitForLock(fd), path);
    } while (!descriptors.some((fd) => isStillAt(fd, path)));
  } catch (error) {
    release();
    throw error;
  }
  return {
    replace: (text: string): void => replaceFile(path, text, (newFile) => tryLock(open(newFile))),
    release,
  };
}

/** Locks an open file until this process ends. False if another process holds the lock. */
export async function lockUntilExit(fd: number, path: string): Promise<boolean> {
  const { tryLock } = await loadLock(path);
  return tryLock(fd);
}

/** Whether another process currently holds the file's lock. */
export async function isLocked(path: string): Promise<boolean> {
  const { tryLock } = await loadLock(path);
  const fd = openForWriting(path);
  try {
    return !tryLock(fd);
  } finally {
    closeLocked(fd);
  }
}

/** Ends a lock. An error reports a failed write, but nothing was written to this descriptor, and it is closed anyway. */
function closeLocked(fd: number): void {
  try {
    closeSync(fd);
  } catch (error) {
    if (!isSystemError(error, "EIO")) throw error;
  }
}

/**
 * Waits for the lock as long as other processes keep finishing edits, each of which replaces the file.
 * @throws Refusal if the file has not been replaced for too long.
 */
async function grantedInTime(granted: Promise<void>, path: string): Promise<void> {
  const stop = new AbortController();
  const isGranted = granted.then(() => true).finally(() => stop.abort());
  for (;;) {
    const before = versionAt(path);
    const late = sleep(longestWaitMs, false, { signal: stop.signal }).catch(() => true);
    if (await Promise.race([isGranted, late])) return;
    if (versionAt(path) === before) throw lockedTooLong(path);
  }
}

function lockedTooLong(path: string): Refusal {
  const seconds = longestWaitMs / 1000;
  return new Refusal(
    3,
    "locked",
    `Another process has held the lock of ${path} for over ${seconds} seconds. Try again.`,
  );
}

/** The lock of a file, for its open descriptors. */
async function loadLock(path: string) {
  const { tryLock, waitForLock } = await importLock();
  return {
    tryLock: (fd: number): boolean => {
      try {
        return tryLock(fd, lockedByte, 1);
      } catch (cause) {
        throw inputRefusal(
          "no-file-lock",
          `Cannot lock ${path} (${firstLine(cause)}), and without a lock it is not written. Move it to a file system that has locks.`,
        );
      }
    },
    waitForLock: (fd: number) => waitForLock(fd, lockedByte, 1),
  };
}

async function importLock(): Promise<typeof import("fs-native-extensions")> {
  try {
    return await import("fs-native-extensions");
  } catch (cause) {
    const platform = `${process.platform}-${process.arch}`;
    throw inputRefusal(
      "no-file-lock",
      `No file lock for ${platform}: fs-native-extensions did not load (${firstLine(cause)}), and without it no list is written.`,
    );
  }
}

const firstLine = (cause: unknown): string => String(cause).split("\n", 1)[0] ?? "";

function openForWriting(path: string): number {
  try {
    return openSync(path, "r+");
  } catch (error) {
    throw unwritable(path, error);
  }
}

function isStillAt(fd: number, path: string): boolean {
  const held = statsOf(fd, path);
  const there = statAt(path);
  return there !== undefined && there.ino === held.ino && there.dev === held.dev;
}

function statsOf(fd: number, path: string): BigIntStats {
  try {
    return fstatSync(fd, { bigint: true });
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Identifies the current file at a path. The value changes with every replacement, even if the file system reuses the
 * inode number of a deleted file.
 */
function versionAt(path: string): string {
  const { ino, mtimeNs } = statAt(path) ?? {};
  return `${ino} ${mtimeNs}`;
}

const statAt = (path: string): BigIntStats | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false });
