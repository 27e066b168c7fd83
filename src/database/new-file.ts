import { closeSync, existsSync, fsyncSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Gives a finished file its name, and returns once both are on the disk.
 *
 * @throws if a file of that name exists
 */
export function publishFile(partial: string, file: string): void {
  if (existsSync(file)) throw new Error("the file exists already");
  synchronize(partial);
  renameSync(partial, file);
  synchronize(dirname(file));
}

function synchronize(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
