import type { Stats } from "node:fs";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { inputRefusal } from "../refusal.ts";
import { isSystemError, systemReason } from "./system-error.ts";

/**
 * Puts new text in the place of a file's, so that any reader, and a kill at any moment, finds the old or the
 * new one whole. Permissions are kept. To be called by the holder of the list's lock. `prepare` is given the new file
 * before it takes the old one's place.
 * @throws Refusal where the folder cannot be written, or the disk is full; the file is then as it was.
 */
export function replaceFile(
  path: string,
  text: string,
  prepare: (newFile: string) => void = () => undefined,
): void {
  // Under the lock nobody else writes this name: what a killed process left of it is cleared away here.
  const temporary = join(dirname(path), `.${basename(path)}.groundwork-new`);
  try {
    unlinkIfThere(temporary);
    writeDurably(temporary, text, statSync(path));
    prepare(temporary);
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw inputRefusal("unwritable-file", `Cannot write ${path}: ${reason}.`);
  }
}

/** Writes a new file and waits until it is on the disk; `like` gives its owner and permissions. */
export function writeDurably(path: string, text: string, like?: Stats): void {
  const fd = openSync(path, "wx", like ? 0o600 : 0o666);
  try {
    writeFileSync(fd, text);
    if (like) {
      keepOwner(fd, like);
      fchmodSync(fd, like.mode & 0o7777);
    }
    fsyncSync(fd);
  } catch (error) {
    // A full disk must not keep half a file.
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(fd);
  }
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isSystemError(error, "ENOENT")) throw error;
  }
}

function keepOwner(fd: number, like: Stats): void {
  const { uid, gid } = fstatSync(fd);
  if (uid === like.uid && gid === like.gid) return;
  try {
    fchownSync(fd, like.uid, like.gid);
  } catch (error) {
    // Only root may give a file away: somebody else's list then becomes the writer's, as with any editor.
    if (!isSystemError(error, "EPERM")) throw error;
  }
}

/** Makes the rename itself survive a power cut; Windows has no such thing for folders. */
function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The file behind any symbolic links, after making sure that somebody may write it: root could write it regardless. */
export function writableFile(path: string): string {
  try {
    const file = realpathSync(path);
    if ((statSync(file).mode & 0o222) === 0) {
      throw inputRefusal("read-only-file", `${path} is read-only: chmod u+w it, if it is to be edited.`);
    }
    return file;
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw inputRefusal("unreadable-file", `Cannot read ${path}: ${reason}.`);
  }
}
