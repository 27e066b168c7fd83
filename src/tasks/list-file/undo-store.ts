import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { stateFolder } from "../own-folder.ts";
import { readOwnJson, writeOwnJson } from "./own-json.ts";

/** The last edit the command made to a list: what the file held before, and a hash of what it held after. */
export interface UndoRecord {
  readonly command: string;
  readonly before: string;
  readonly afterHash: string;
}

/**
 * Keeps the record of a list's last edit, in place of the one before.
 * @returns why it could not be kept; an edit does not fail for want of its undo.
 */
export function keepUndoRecord(
  path: string,
  command: string,
  before: string,
  after: string,
): string | undefined {
  const record: UndoRecord = { command, before, afterHash: hashOf(after) };
  const problem = writeOwnJson(recordFile(path), record);
  return problem && `tasks undo can't take back this edit: ${problem}.`;
}

/** The record of a list's last edit; undefined where there is none, it is damaged, or others could have written it. */
export function readUndoRecord(path: string): UndoRecord | undefined {
  const { command, before, afterHash } = readOwnJson(recordFile(path));
  const isComplete =
    typeof command === "string" && typeof before === "string" && typeof afterHash === "string";
  return isComplete ? { command, before, afterHash } : undefined;
}

/** Makes the list's last edit one that cannot be taken back (any more). */
export function dropUndoRecord(path: string): void {
  rmSync(recordFile(path), { force: true });
}

/** Whether a text is the one that the recorded edit left behind. */
export const isUntouchedSince = (record: UndoRecord, text: string): boolean =>
  record.afterHash === hashOf(text);

const recordFile = (path: string): string => join(stateFolder(), "undo", `${hashOf(path)}.json`);

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
