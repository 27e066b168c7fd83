import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { homeFolder } from "../own-folder.ts";
import { systemReason } from "../refusal.ts";

/** The root of the git repository around a folder; undefined outside git. */
export function gitRoot(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : gitRoot(parent);
}

/** The folder of a project: the root of the git repository around a folder; outside git, the folder itself. */
export const projectRoot = (folder: string): string => gitRoot(folder) ?? folder;

/** The path relative to the current folder. */
export const relativePath = (path: string): string => relative(process.cwd(), path) || path;

/** A path relative to a folder that contains it, with slashes as in git. */
export const pathBelow = (root: string, path: string): string => relative(root, path).split(sep).join("/");

/** Whether a path is that of a folder or of something in it. Both are absolute. */
export function isWithin(folder: string, path: string): boolean {
  const fromFolder = relative(folder, path);
  return fromFolder !== ".." && !fromFolder.startsWith(`..${sep}`) && !isAbsolute(fromFolder);
}

/** The absolute path without links, in the letter case of the disk, as far as it exists. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    if (systemReason(error) === undefined) throw error;
    const folder = dirname(absolute);
    return folder === absolute ? absolute : join(realPath(folder), basename(absolute));
  }
}

/** Whether two paths lead to one file or folder, through links too. */
export const isSamePath = (one: string, other: string): boolean => realPath(one) === realPath(other);

export function isHomeFolder(folder: string): boolean {
  const home = homeFolder();
  return home !== undefined && isSamePath(folder, home);
}
