import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

const mostFiles = 64;
const mostBytes = 64 * 1024 * 1024;

/** The folder for files that can be made again: `$XDG_CACHE_HOME/groundwork`. */
export const cacheFolder = (): string => folderBelow("XDG_CACHE_HOME", ".cache");

/** The folder for files that can't be made again: `$XDG_STATE_HOME/groundwork`. */
export const stateFolder = (): string => folderBelow("XDG_STATE_HOME", join(".local", "state"));

function folderBelow(variable: string, inHome: string): string {
  const given = process.env[variable];
  // The XDG rules tell programs to ignore a relative path here.
  return join(given && isAbsolute(given) ? given : join(homedir(), inHome), "groundwork");
}

/**
 * Makes a folder that only the user can write, where there is none.
 * @returns why the folder must not be used: somebody else owns it or can write it. What lies in such a folder may
 * be theirs, and is neither read nor replaced.
 * @throws the system's error where it cannot be made.
 */
function claimFolder(folder: string): string | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return isOwnFolder(folder) ? undefined : `${folder} belongs to another user or can be written by others`;
}

/**
 * Replaces a file in a folder that only the user can write, as a whole.
 * @returns why the folder must not be used
 * @throws the system's error if the file can't be written.
 */
export function replaceOwnFile(path: string, content: string | Uint8Array): string | undefined {
  const refusal = claimFolder(dirname(path));
  if (refusal !== undefined) return refusal;
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  return undefined;
}

/** Whether there is a folder at the path that belongs to the user and that nobody else can write. */
export function isOwnFolder(folder: string): boolean {
  const link = lstatSync(folder, { throwIfNoEntry: false });
  const target = link?.isSymbolicLink() ? statSync(folder, { throwIfNoEntry: false }) : link;
  if (!link || !target?.isDirectory()) return false;
  const user = process.getuid?.();
  // Windows has no such owners: there the user's profile is closed to others.
  return user === undefined || (link.uid === user && target.uid === user && (target.mode & 0o022) === 0);
}

/** Keeps a folder of files within its bounds: the oldest of that ending go first, and never the one named. */
export function dropOldest(folder: string, kept: string, ending: string): void {
  const others = readdirSync(folder).filter((name) => name.endsWith(ending) && name !== kept);
  const files = others.map((name) => ({ path: join(folder, name), ...sizeAndTime(join(folder, name)) }));
  let bytes = sizeAndTime(join(folder, kept)).size;
  for (const [index, { path, size }] of files.toSorted((one, other) => other.time - one.time).entries()) {
    bytes += size;
    if (index >= mostFiles - 1 || bytes > mostBytes) rmSync(path, { force: true });
  }
}

function sizeAndTime(path: string): { size: number; time: number } {
  const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
  return { size, time: mtimeMs };
}
