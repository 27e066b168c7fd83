import { existsSync, linkSync, mkdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { inputRefusal } from "../refusal.ts";
import { writeDurably } from "./replace-file.ts";
import { isSystemError, systemReason } from "./system-error.ts";

/**
 * Creates a file, and its folder if needed. The file appears complete or not at all.
 * @throws Refusal if the file already exists, or the folder can't be written.
 */
export function createFile(path: string, text: string): void {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${process.pid}.groundwork-new`);
  makeFolder(folder, path);
  try {
    writeDurably(temporary, text);
    // Unlike a rename, a link fails if the name is taken, so a race never overwrites a list.
    linkSync(temporary, path);
  } catch (error) {
    throw refusalFor(path, error);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function makeFolder(folder: string, path: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    if (isSystemError(error, "EEXIST") || isSystemError(error, "ENOTDIR")) throw noFolder(path, folder);
    throw refusalFor(path, error);
  }
}

/** @throws Refusal if a file has the name of a folder that the new file needs. */
export function requireFolder(path: string): void {
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  if (!statSync(folder).isDirectory()) throw noFolder(path, folder);
}

const noFolder = (path: string, folder: string) =>
  inputRefusal("unwritable-file", `Cannot write ${path}: ${folder} is not a folder.`);

/** @throws Refusal if the path already exists. */
export function refuseExisting(path: string): void {
  if (existsSync(path)) throw existing(path);
}

const existing = (path: string) =>
  inputRefusal(
    "list-exists",
    `${path} exists and was not changed: --force overwrites it, --out PATH writes elsewhere.`,
  );

function refusalFor(path: string, error: unknown): unknown {
  if (isSystemError(error, "EEXIST")) return existing(path);
  const reason = systemReason(error);
  return reason === undefined ? error : inputRefusal("unwritable-file", `Cannot write ${path}: ${reason}.`);
}
