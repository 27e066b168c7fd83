import { closeSync, fstatSync, openSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { inputRefusal, Refusal } from "../refusal.ts";
import { replaceFile } from "./replace-file.ts";
import { systemReason } from "./system-error.ts";

/** The lock covers one byte far behind the end of any list, so that where locks are mandatory, readers pass. */
const lockedByte = 2 ** 40;
const longestWaitMs = 10_000;

/**
 * Runs the action while no other process of this machine holds the lock of the file. The lock is on the file
 * itself and is the kernel's: nothing lies beside the list, and a holder that dies gives it back by dying.
 * @throws Refusal (exit code 3) where another process held it for too long, (2) where the file cannot be opened for writing.
 */
export async function withListLock<T>(path: string, action: () => T | Promise<T>): Promise<T> {
  const fd = await acquireLock(path);
  try {
    return await action();
  } finally {
    closeSync(fd);
  }
}

/** The lock of a file, for a holder that goes on after it has replaced the file. */
interface HeldLock {
  /** Puts new text in the place of the file's. What others then find under its name is locked as well. */
  replace(text: string): void;
  release(): void;
}

/**
 * Takes the lock of the file, and keeps it until it is released.
 * @throws Refusal as `withListLock` does.
 */
export async function holdLock(path: string): Promise<HeldLock> {
  const descriptors = [await acquireLock(path)];
  const { tryLock } = await loadLock();
  const lockNew = (newFile: string): void => {
    const fd = openForWriting(newFile);
    descriptors.push(fd);
    tryLock(fd, lockedByte, 1);
  };
  return {
    replace: (text) => replaceFile(path, text, lockNew),
    release: () => {
      for (const fd of descriptors) closeSync(fd);
    },
  };
}

/** Takes the lock of the file, and keeps it until the descriptor is closed. */
async function acquireLock(path: string): Promise<number> {
  const { tryLock, waitForLock } = await loadLock();
  for (;;) {
    const fd = openForWriting(path);
    const isGranted = tryLock(fd, lockedByte, 1) || (await isGrantedInTime(waitForLock(fd, lockedByte, 1)));
    // A holder replaces the file by a new one: a lock on the old one guards nothing any more.
    const isCurrent = isStillAt(fd, path);
    if (isGranted && isCurrent) return fd;
    closeSync(fd);
    if (isCurrent) throw lockedTooLong(path);
  }
}

/**
 * Every edit replaces the file, which releases the waiters on the old one. So a process that waits this long without a
 * replacement waits for one holder that has not finished.
 */
async function isGrantedInTime(granted: Promise<void>): Promise<boolean> {
  const stop = new AbortController();
  const late = sleep(longestWaitMs, false, { signal: stop.signal });
  const isGranted = await Promise.race([granted.then(() => true), late]);
  stop.abort();
  return isGranted;
}

function lockedTooLong(path: string): Refusal {
  const seconds = longestWaitMs / 1000;
  return new Refusal(
    3,
    "locked",
    `Another process has held the lock of ${path} for over ${seconds} seconds. Try again.`,
  );
}

async function loadLock(): Promise<typeof import("fs-native-extensions")> {
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
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw inputRefusal("unwritable-file", `Cannot write ${path}: ${reason}.`);
  }
}

function isStillAt(fd: number, path: string): boolean {
  const held = fstatSync(fd, { bigint: true });
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  return there !== undefined && there.ino === held.ino && there.dev === held.dev;
}
