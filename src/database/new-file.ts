import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
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
 * @param descriptor of the partial file, open since its creation
 * @throws if a file of that name exists, or another process has begun one under the partial name
 */
export function publishFile(partial: string, file: string, descriptor: number): void {
  assertInPlace(partial, descriptor);
  synchronize(partial);
  giveName(partial, file);
  try {
    synchronize(dirname(file));
  } catch (error) {
    // A file that is reported as not written must not be there.
    removeLeftovers(file);
    throw error;
  }
}

/** Removes what was not published. It never throws, which would hide why the file was not published. */
export function removeLeftovers(...files: readonly string[]): void {
  try {
    for (const file of files) rmSync(file, { force: true });
  } catch {
    // The next attempt removes them, or reports that it can't.
  }
}

/** Each attempt removes the partial file that it finds, because a killed one leaves it behind. */
function assertInPlace(partial: string, descriptor: number): void {
  const [ours, present] = [fstatSync(descriptor), statSync(partial, { throwIfNoEntry: false })];
  if (present?.ino === ours.ino && present.dev === ours.dev) return;
  throw new Error("another process has begun to write the same file: run only one of them");
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
