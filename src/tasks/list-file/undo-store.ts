import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { claimFolder, isOwnFolder, stateFolder } from "../own-folder.ts";
import { isSystemError, systemReason } from "./system-error.ts";

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
  const file = recordFile(path);
  const record: UndoRecord = { command, before, afterHash: hashOf(after) };
  try {
    const refusal = claimFolder(dirname(file));
    if (refusal !== undefined) return `${unknownEdit}: ${refusal}.`;
    const temporary = `${file}.${process.pid}`;
    rmSync(temporary, { force: true });
    writeFileSync(temporary, JSON.stringify(record), { mode: 0o600, flag: "wx" });
    renameSync(temporary, file);
    return undefined;
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    return `${unknownEdit}: cannot write ${file}: ${reason}.`;
  }
}

const unknownEdit = "tasks undo can't take back this edit";

/** The record of a list's last edit; undefined where there is none, it is damaged, or others could have written it. */
export function readUndoRecord(path: string): UndoRecord | undefined {
  const file = recordFile(path);
  try {
    if (!isOwnFolder(dirname(file))) return undefined;
    return asUndoRecord(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error, "ENOENT", "ENOTDIR", "EACCES")) return undefined;
    throw error;
  }
}

/** Makes the list's last edit one that cannot be taken back (any more). */
export function dropUndoRecord(path: string): void {
  rmSync(recordFile(path), { force: true });
}

/** Whether a text is the one that the recorded edit left behind. */
export const isUntouchedSince = (record: UndoRecord, text: string): boolean =>
  record.afterHash === hashOf(text);

function asUndoRecord(value: unknown): UndoRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { command, before, afterHash } = value as Partial<Record<keyof UndoRecord, unknown>>;
  const complete = typeof command === "string" && typeof before === "string" && typeof afterHash === "string";
  return complete ? { command, before, afterHash } : undefined;
}

const recordFile = (path: string): string => join(stateFolder(), "undo", `${hashOf(path)}.json`);

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
