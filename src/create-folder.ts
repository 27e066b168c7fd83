import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and its parents, unless they exist. The recursive `mkdirSync` of Node.js never returns if the system
 * reports a missing parent that exists, as it does below `/proc` and in folders of autofs.
 */
export function createFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || existsSync(parent)) throw error;
    createFolder(parent, mode);
    createFolder(path, mode);
  }
}
