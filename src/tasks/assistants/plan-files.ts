import { lstatSync, rmdirSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { readListText } from "../list-file/list-text.ts";
import { relativePath } from "../list-file/paths.ts";
import { createFile, replaceText, requireFolder, writableFile } from "../list-file/replace-file.ts";
import { inputRefusal, isSystemError } from "../refusal.ts";

/** A text that `init` writes into a file, between markers. */
export interface OwnBlock {
  /** Null for a file that is not an assistant's. */
  readonly assistant: string | null;
  /** Below the root. */
  readonly path: string;
  /** The beginning of a new file; null if the block goes to the end of a file that others write. */
  readonly head: string | null;
  readonly body: string;
  /** The lines that mark the begin and end of the body. */
  readonly markers: { readonly begin: string; readonly end: string };
}

/** The planned change of a block's file. */
export interface PlannedFile extends OwnBlock {
  /** Null if the file does not exist. */
  readonly before: string | null;
  /** Null to delete the file. */
  readonly after: string | null;
}

/**
 * The file with the block in it. Text outside the markers stays.
 * @throws Refusal if an assistant's file was not written by `init`, or the end of the marked block is missing.
 */
export function planWriting(root: string, block: OwnBlock): PlannedFile {
  const { head, body, markers } = block;
  const path = join(root, block.path);
  const before = textAt(path);
  const eol = before?.includes("\r\n") ? "\r\n" : "\n";
  const own = [markers.begin, body, markers.end].join("\n").replaceAll("\n", eol);
  const around = partsAround(before ?? "", path, markers);
  if (around) return { ...block, before, after: around.join(own) };
  if (before === null) return { ...block, before, after: `${head ?? ""}${own}\n` };
  if (head === null) return { ...block, before, after: before.replace(/([^\n])$/, `$1${eol}`) + own + eol };
  const problem = "exists and was not written by tasks init: it was not changed. Rename it, and try again.";
  throw inputRefusal("foreign-file", `${relativePath(path)} ${problem}`);
}

/**
 * The file without the block, if it has one. A file that holds nothing else is deleted.
 * @throws Refusal if the end of the marked block is missing.
 */
export function planRemoval(root: string, block: OwnBlock): readonly PlannedFile[] {
  const path = join(root, block.path);
  const before = textAt(path);
  const around = partsAround(before ?? "", path, block.markers);
  if (!around) return [];
  const rest = around[0] + around[1].replace(/^(?:\r\n|\n|\r)/, "");
  // Without its command, the front matter is useless.
  const isEmpty = ["", block.head?.trim()].includes(rest.replaceAll(/\r\n|\r/g, "\n").trim());
  return [{ ...block, before, after: isEmpty ? null : rest }];
}

/** Null if the path does not exist. A dangling link exists. */
function textAt(path: string): string | null {
  try {
    lstatSync(path);
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ENOTDIR")) return null;
  }
  return readListText(path);
}

/**
 * The text before the marked block and the text after it; null if it has no marker.
 * @throws Refusal if it has only one of the two.
 */
function partsAround(
  text: string,
  path: string,
  markers: OwnBlock["markers"],
): readonly [string, string] | null {
  // The begin is found by its first words, so the rest of the line can be reworded later.
  const start = lineBeginning(text, markers.begin.split(".")[0] ?? "", 0);
  const end = lineBeginning(text, markers.end, Math.max(start, 0));
  if (start >= 0 && end >= 0) return [text.slice(0, start), text.slice(end + markers.end.length)];
  if (start < 0 && end < 0) return null;
  const problem = `has lost one of the two lines between which tasks init writes ("${markers.end}" is the second)`;
  const remedy = "Put the line back, or take out what the command wrote, and try again.";
  throw inputRefusal("foreign-file", `${relativePath(path)} ${problem}: it was not changed. ${remedy}`);
}

function lineBeginning(text: string, words: string, from: number): number {
  const at = text.indexOf(words, from);
  return at <= 0 || /[\r\n\uFEFF]/.test(text.charAt(at - 1)) ? at : lineBeginning(text, words, at + 1);
}

/** @throws Refusal if the planned change can't be carried out. */
export function requireWritable(root: string, { path, before }: PlannedFile): void {
  if (before === null) requireFolder(join(root, path));
  else writableFile(join(root, path));
}

/** Creates, replaces or deletes the file. */
export function carryOut(root: string, { path, before, after }: PlannedFile): void {
  const file = join(root, path);
  if (after === null) removeFile(root, file);
  else if (before === null) createFile(file, after);
  else replaceText(writableFile(file), before, after);
}

/** Deletes the file, and the folders above it that are empty then. */
function removeFile(root: string, file: string): void {
  unlinkSync(writableFile(file));
  try {
    for (let folder = dirname(file); folder !== root; folder = dirname(folder)) rmdirSync(folder);
  } catch (error) {
    if (!isSystemError(error, "ENOTEMPTY", "EEXIST", "ENOTDIR")) throw error;
  }
}
