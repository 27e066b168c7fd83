import type { Stats } from "node:fs";
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { createFolder } from "../../create-folder.ts";
import { textHash } from "../document/text-hash.ts";
import {
  inputRefusal,
  isSystemError,
  ruleRefusal,
  systemReason,
  unreadable,
  unwritable,
} from "../refusal.ts";
import { readListText } from "./list-text.ts";

/**
 * Replaces a file's text atomically: readers see, and a kill leaves, either the complete old file or the complete new
 * one. Keeps the permissions. The caller must hold the list's lock. `prepare` receives the new file before it replaces
 * the old.
 * @throws Refusal if the folder can't be written or the disk is full; the file is then unchanged.
 */
export function replaceFile(
  path: string,
  text: string,
  prepare: (newFile: string) => void = () => undefined,
): void {
  // Only the lock's holder writes this name, so an existing file was left by a killed process and can be deleted.
  const temporary = temporaryBeside(path);
  try {
    rmSync(temporary, { force: true });
    writeDurably(temporary, text, statSync(path));
    try {
      prepare(temporary);
      renameSync(temporary, path);
    } catch (error) {
      unlinkSync(temporary);
      throw error;
    }
    syncFolder(dirname(path));
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Replaces a file's text as `replaceFile` does, if it is still `before`: an editor or git may have saved the file after it
 * was read, because they don't take the lock. `prepare` runs once the new file is on disk.
 * @throws Refusal with the code `changedMeanwhile` if the file has another text.
 */
export const replaceText = (path: string, before: string, after: string, prepare?: () => void): void =>
  replaceFile(path, after, () => {
    prepare?.();
    if (readListText(path) !== before)
      throw ruleRefusal(changedMeanwhile, `${path} was changed meanwhile. Try again.`);
  });

/** The code of that refusal. */
export const changedMeanwhile = "changed-meanwhile";

/** A hidden file beside a list, named by a hash: a name made of the list's name could be too long for the file system. */
const temporaryBeside = (path: string, suffix = ""): string =>
  join(dirname(path), `.${textHash(basename(path)).toString(36)}${suffix}.groundwork-new`);

/** Writes a new file and waits until it is on disk; `like` gives its owner and permissions. */
function writeDurably(path: string, text: string, like?: Stats): void {
  const fd = openSync(path, "wx", like ? 0o600 : 0o666);
  try {
    writeFileSync(fd, text);
    if (like) {
      keepOwner(fd, like);
      fchmodSync(fd, like.mode & 0o7777);
    }
    fsyncSync(fd);
  } catch (error) {
    // If the disk is full, don't leave half a file.
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(fd);
  }
}

function keepOwner(fd: number, like: Stats): void {
  const { uid, gid } = fstatSync(fd);
  if (uid === like.uid && gid === like.gid) return;
  try {
    fchownSync(fd, like.uid, like.gid);
  } catch (error) {
    // Only root can change a file's owner. Otherwise the list now belongs to the writer, as with any editor.
    if (!isSystemError(error, "EPERM")) throw error;
  }
}

/**
 * Makes the rename survive a power failure. The new file is already in place, so an error must not report it as unwritten.
 * Windows can't sync folders, and nobody can sync one that they may write but not read.
 */
function syncFolder(path: string): void {
  try {
    const fd = openSync(path, "r");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (systemReason(error) === undefined) throw error;
  }
}

/**
 * The file behind any symbolic links. Checks that it is a regular file, because reading a pipe may wait forever and the
 * rename would replace it, and that it is writable for someone, because root can write even read-only files.
 */
export function writableFile(path: string): string {
  try {
    const file = realpathSync(path);
    const stats = statSync(file);
    if (!stats.isFile()) {
      const kind = stats.isDirectory() ? "a folder" : "not a regular file";
      throw inputRefusal("unwritable-file", `Cannot write ${path}: it is ${kind}.`);
    }
    if ((stats.mode & 0o222) === 0) {
      throw inputRefusal("read-only-file", `${path} is read-only: chmod u+w it, if it is to be edited.`);
    }
    return file;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * Creates a file, and its folder if needed. The file appears complete or not at all.
 * @throws Refusal if the file already exists, or the folder can't be written.
 */
export function createFile(path: string, text: string): void {
  const temporary = temporaryBeside(path, `.${process.pid}`);
  requireFolder(path);
  try {
    createFolder(dirname(path));
    writeDurably(temporary, text);
    putInPlace(temporary, path);
  } catch (error) {
    throw isSystemError(error, "EEXIST") ? existing(path) : unwritable(path, error);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Gives a new file its name. Unlike a plain rename, it fails if the name is taken, so a race never overwrites a list. */
function putInPlace(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!isSystemError(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
    // A file system without hard links, such as exFAT: an empty file takes the name first.
    closeSync(openSync(path, "wx"));
    renameSync(temporary, path);
  }
}

/** @throws Refusal if a file has the name of a folder that the new file needs. */
export function requireFolder(path: string): void {
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  if (statSync(folder).isDirectory()) return;
  throw inputRefusal("unwritable-file", `Cannot write ${path}: ${folder} is not a folder.`);
}

/**
 * @param remedy what else can be done, as a sentence
 * @throws Refusal if the path already exists.
 */
export function refuseExisting(path: string, remedy = ""): void {
  if (existsSync(path)) throw existing(path, remedy);
}

const existing = (path: string, remedy = "") =>
  inputRefusal(
    "list-exists",
    `${path} exists and was not changed: --force overwrites it, --out PATH writes elsewhere. ${remedy}`.trim(),
  );
