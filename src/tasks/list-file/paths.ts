import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isSystemError } from "../refusal.ts";

/** The root of the git repository around a folder; undefined outside git. */
export function gitRoot(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : gitRoot(parent);
}

/** The path relative to the current folder. */
export const relativePath = (path: string): string => relative(process.cwd(), path) || path;

/** A path relative to a folder that contains it, with slashes as in git. */
export const pathBelow = (root: string, path: string): string => relative(root, path).split(sep).join("/");

/** The absolute path of `path` within a folder; undefined if it leads out of the folder. */
export function resolveBelow(folder: string, path: string): string | undefined {
  const absolute = resolve(folder, path.replace(/^\//, ""));
  const fromFolder = relative(folder, absolute);
  return fromFolder === ".." || fromFolder.startsWith("../") ? undefined : absolute;
}

/** The path without links, in the letter case of the disk; unchanged where nothing has that path, as for a pipe. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ELOOP", "EACCES")) return path;
    throw error;
  }
}

/** Whether two paths lead to one file that exists, through links too. */
export const isSameFile = (one: string, other: string): boolean =>
  existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);
