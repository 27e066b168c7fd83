import { realpathSync, statSync } from "node:fs";
import { inputRefusal } from "../refusal.ts";
import { systemReason } from "./system-error.ts";

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
