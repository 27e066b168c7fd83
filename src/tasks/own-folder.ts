import {
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, extname, isAbsolute, join } from "node:path";
import { createFolder } from "../create-folder.ts";
import { isSystemError, systemReason } from "./refusal.ts";

const mostFiles = 64;
const mostBytes = 64 * 1024 * 1024;

/** The folder for files that can be recreated: `$XDG_CACHE_HOME/groundwork`. */
export const cacheFolder = (): string => folderBelow("XDG_CACHE_HOME", ".cache");

/** The folder for files that can't be recreated: `$XDG_STATE_HOME/groundwork`. */
export const stateFolder = (): string => folderBelow("XDG_STATE_HOME", join(".local", "state"));

function folderBelow(variable: string, inHome: string): string {
  const given = process.env[variable];
  // The XDG rules tell programs to ignore a relative path here.
  // Without a home folder, a path below a file, which cannot be created, so that nothing is kept.
  return join(
    given && isAbsolute(given) ? given : join(homeFolder() ?? process.execPath, inHome),
    "groundwork",
  );
}

/** The home folder. Undefined if HOME is empty, or is not set for a user without an account, as in a container. */
export function homeFolder(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : undefined;
  } catch (error) {
    if (isSystemError(error, "ERR_SYSTEM_ERROR")) return undefined;
    throw error;
  }
}

/**
 * Atomically replaces a file in a folder that only the user can write, which is created if needed, and keeps the folder
 * within its limits. Files in a folder that another user owns or can write may be that user's, so they are not replaced.
 * @returns why the file could not be written
 */
export function writeOwnFile(path: string, content: string | Uint8Array): string | undefined {
  const folder = dirname(path);
  const temporary = `${path}.${process.pid}`;
  try {
    createFolder(folder, 0o700);
    const foreign = foreignFolder(folder);
    if (foreign !== undefined)
      return `${foreign} belongs to another user or can be written by others (chmod go-w ${foreign})`;
    try {
      writeFileSync(temporary, content, { mode: 0o600 });
      renameSync(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
    dropOldest(path);
    return undefined;
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    return `cannot write ${path}: ${reason}`;
  }
}

/** Keeps the files beside a new one with its extension within their limits by deleting the oldest of them. */
function dropOldest(kept: string): void {
  const folder = dirname(kept);
  const paths = readdirSync(folder).map((name) => join(folder, name));
  const others = paths.filter((path) => extname(path) === extname(kept) && path !== kept);
  const files = others.map((path) => ({ path, ...sizeAndTime(path) }));
  let bytes = sizeAndTime(kept).size;
  for (const [index, { path, size }] of files.toSorted((one, other) => other.time - one.time).entries()) {
    bytes += size;
    if (index >= mostFiles - 1 || bytes > mostBytes) rmSync(path, { force: true });
  }
}

function sizeAndTime(path: string): { size: number; time: number } {
  const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
  return { size, time: mtimeMs };
}

/**
 * Opens a file in a folder that only the user can write, and creates both if needed; null if that folder can't be used.
 * It is opened for writing, and what it holds stays.
 */
export function openOwnFile(path: string): number | null {
  try {
    createFolder(dirname(path), 0o700);
    return isOwnFolder(dirname(path)) ? openSync(path, "a", 0o600) : null;
  } catch (error) {
    if (systemReason(error) === undefined) throw error;
    return null;
  }
}

/** Whether only the user can write the files of a folder. */
export const isOwnFolder = (folder: string): boolean => foreignFolder(folder) === undefined;

/**
 * The folder that is missing, belongs to another user or can be written by others: the folder itself, or the one above it
 * unless the path is that of the folder `groundwork`. Who can write the one above can replace the folders in it.
 */
function foreignFolder(folder: string): string | undefined {
  const folders = basename(folder) === "groundwork" ? [folder] : [folder, dirname(folder)];
  return folders.find((one) => !belongsToUser(one));
}

function belongsToUser(folder: string): boolean {
  const link = lstatSync(folder, { throwIfNoEntry: false });
  const target = link?.isSymbolicLink() ? statSync(folder, { throwIfNoEntry: false }) : link;
  if (!link || !target?.isDirectory()) return false;
  const user = process.getuid?.();
  // Windows has no such owners, but other users can't access the user's profile there.
  return user === undefined || (link.uid === user && target.uid === user && (target.mode & 0o022) === 0);
}

/** Whether caches may be written. */
export const isCaching = (): boolean => process.env["TASKS_CACHE"]?.toLowerCase() !== "off";

/**
 * The properties in a JSON file of such a folder; empty if it is missing or damaged, or if other users could have written
 * it.
 */
export function readOwnJson(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = isOwnFolder(dirname(file)) ? JSON.parse(readFileSync(file, "utf8")) : null;
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error, "ENOENT", "ENOTDIR", "EACCES")) return {};
    throw error;
  }
}
