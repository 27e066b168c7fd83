import type { BigIntStats } from "node:fs";
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
  const lock = await holdLock(path);
  try {
    return await action();
  } finally {
    lock.release();
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
  const { tryLock, waitForLock } = await loadLock();
  const descriptors: number[] = [];
  const open = (file: string): number => {
    const fd = openForWriting(file);
    descriptors.push(fd);
    return fd;
  };
  const release = (): void => {
    for (const fd of descriptors.splice(0)) closeSync(fd);
  };
  try {
    // A holder replaces the file by a new one, and a lock on the old one guards nothing any more. It is kept all the
    // same: so those who wait for the old one sleep on, and only one of them wakes when this process has finished.
    do {
      const fd = open(path);
      if (!tryLock(fd, lockedByte, 1)) await grantedInTime(waitForLock(fd, lockedByte, 1), path);
    } while (!descriptors.some((fd) => isStillAt(fd, path)));
  } catch (error) {
    release();
    throw error;
  }
  return {
    replace: (text) => replaceFile(path, text, (newFile) => tryLock(open(newFile), lockedByte, 1)),
    release,
  };
}

/** Whether another process holds the lock of the file at this moment. */
export async function isLocked(path: string): Promise<boolean> {
  const { tryLock } = await loadLock();
  const fd = openForWriting(path);
  try {
    return !tryLock(fd, lockedByte, 1);
  } finally {
    closeSync(fd);
  }
}

/**
 * Waits for the lock as long as other processes finish their edits, each of which replaces the file.
 * @throws Refusal where the file has not been replaced for too long.
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
  const there = statAt(path);
  return there !== undefined && there.ino === held.ino && there.dev === held.dev;
}

/** The file at a path at this moment: never the same after a replacement, even where the file system gives a new file the number of one that is gone. */
function versionAt(path: string): string {
  const { ino, mtimeNs } = statAt(path) ?? {};
  return `${ino} ${mtimeNs}`;
}

const statAt = (path: string): BigIntStats | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false });
