import { existsSync, readFileSync } from "node:fs";
import { createFile } from "../create-file.ts";
import { withListLock } from "../list-lock.ts";
import { readListText } from "../list-text.ts";
import { replaceFile, writableFile } from "../replace-file.ts";
import { keepUndoRecord } from "../undo-store.ts";

/**
 * Writes a whole list: to a name that is free, or, with `force`, in the place of the list that has it, which
 * `tasks undo` brings back.
 * @returns what the person should know besides.
 * @throws Refusal where the name is taken and not to be, or the file cannot be written.
 */
export async function writeNewList(
  path: string,
  text: string,
  force: boolean,
  command: string,
): Promise<readonly string[]> {
  if (!(force && existsSync(path))) {
    createFile(path, text);
    return [];
  }
  const file = writableFile(path);
  return withListLock(file, () => {
    const note = keepUndoRecord(file, command, readListText(file), text);
    replaceFile(file, text);
    return note === undefined ? [] : [note];
  });
}

/** What writing the list would change, as a unified diff. */
export async function diffOfNewList(path: string, text: string): Promise<string> {
  const { unifiedDiff } = await import("./unified-diff.ts");
  return unifiedDiff(path, existsSync(path) ? readFileSync(path, "utf8") : "", text);
}
