import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
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
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify(record), { mode: 0o600 });
    renameSync(temporary, file);
    return undefined;
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    return `tasks undo will not know of this edit: cannot write ${file}: ${reason}.`;
  }
}

/** The record of a list's last edit; undefined where there is none, or it is damaged. */
export function readUndoRecord(path: string): UndoRecord | undefined {
  try {
    return asUndoRecord(JSON.parse(readFileSync(recordFile(path), "utf8")));
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

function stateFolder(): string {
  const home = process.env["XDG_STATE_HOME"];
  // The XDG rules tell programs to ignore a relative path here.
  return join(home && isAbsolute(home) ? home : join(homedir(), ".local", "state"), "groundwork");
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
