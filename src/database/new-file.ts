import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** @throws if the folder the file goes into does not exist */
export function assertFolderOf(file: string): void {
  const folder = dirname(file);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new Error(`the folder ${folder} does not exist`);
}

/**
 * Gives a finished file its name, and returns once both are on the disk.
 *
 * @throws if a file of that name exists
 */
export function publishFile(partial: string, file: string): void {
  synchronize(partial);
  giveName(partial, file);
  synchronize(dirname(file));
}

/** Removes what was not published. It never throws, which would hide why the file was not published. */
export function removeLeftovers(...files: readonly string[]): void {
  try {
    for (const file of files) rmSync(file, { force: true });
  } catch {
    // The next attempt removes them, or reports that it can't.
  }
}

/** A link never replaces an existing file, but not every file system supports links. */
function giveName(partial: string, file: string): void {
  try {
    linkSync(partial, file);
  } catch (error) {
    if (existsSync(file)) throw new Error("the file exists already", { cause: error });
    if (!WITHOUT_LINKS.has((error as NodeJS.ErrnoException).code)) throw error;
    renameSync(partial, file);
  }
}

const WITHOUT_LINKS: ReadonlySet<string | undefined> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

function synchronize(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
