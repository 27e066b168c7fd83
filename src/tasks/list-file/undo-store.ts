import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readOwnJson, stateFolder, writeOwnFile } from "../own-folder.ts";
import { systemReason } from "../refusal.ts";
import { replaceText } from "./replace-file.ts";

/** The last edit that a command made to a list: the file's text before it, and a hash of the text after it. */
export interface UndoRecord {
  readonly command: string;
  readonly before: string;
  readonly afterHash: string;
}

/**
 * Replaces the text of a list so that `tasks undo` can take it back. The caller must hold the list's lock.
 * @returns notes for the user: the edit succeeds even if the undo could not be saved
 * @throws Refusal as `replaceFile` does.
 */
export function replaceUndoably(
  path: string,
  command: string,
  before: string,
  after: string,
): readonly string[] {
  const record: UndoRecord = { command, before, afterHash: hashOf(after) };
  let problem: string | undefined;
  // As late as possible, because it replaces the record of the edit before: if this edit fails, that one can be undone.
  replaceText(path, before, after, () => {
    problem = writeOwnFile(recordFile(path), JSON.stringify(record));
  });
  return problem === undefined ? [] : [`tasks undo can't take back this edit: ${problem}.`];
}

/** The record of a list's last edit; undefined if it is missing or damaged, or if other users could have written it. */
export function readUndoRecord(path: string): UndoRecord | undefined {
  const { command, before, afterHash } = readOwnJson(recordFile(path));
  const isComplete =
    typeof command === "string" && typeof before === "string" && typeof afterHash === "string";
  return isComplete ? { command, before, afterHash } : undefined;
}

/** Deletes the record of an edit that was taken back. If that fails, the list's text no longer matches the record. */
export function dropUndoRecord(path: string): void {
  try {
    rmSync(recordFile(path), { force: true });
  } catch (error) {
    if (systemReason(error) === undefined) throw error;
  }
}

/** Whether a text is unchanged since the recorded edit. */
export const isUntouchedSince = (record: UndoRecord, text: string): boolean =>
  record.afterHash === hashOf(text);

const recordFile = (path: string): string => join(stateFolder(), "undo", `${hashOf(path)}.json`);

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
