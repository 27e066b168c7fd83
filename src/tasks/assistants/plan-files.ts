import { lstatSync } from "node:fs";
import { join } from "node:path";
import { readListText } from "../list-file/list-text.ts";
import { inputRefusal, isSystemError } from "../refusal.ts";

/** The lines that mark the begin and end of the text that `init` manages. */
export interface Markers {
  readonly begin: string;
  readonly end: string;
}

/** A text that `init` writes into a file, between markers. */
export interface OwnBlock {
  /** Null for a file that is not an assistant's. */
  readonly assistant: string | null;
  /** Below the root. */
  readonly path: string;
  /** The beginning of a new file; null if the block goes to the end of a file that others write. */
  readonly head: string | null;
  readonly body: string;
  readonly markers: Markers;
}

/** The planned change of a file. */
export interface PlannedFile {
  readonly assistant: string | null;
  readonly path: string;
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
  const { assistant, path } = block;
  const before = textAt(join(root, path));
  return { assistant, path, before, after: textWith(before, block) };
}

/**
 * The file without the block, if it has one. A file that holds nothing else is deleted.
 * @throws Refusal if the end of the marked block is missing.
 */
export function planRemoval(root: string, block: OwnBlock): readonly PlannedFile[] {
  const { assistant, path, head, markers } = block;
  const before = textAt(join(root, path));
  if (before === null || !hasMark(before, markers)) return [];
  return [{ assistant, path, before, after: textWithout(partsAround(before, block), head ?? "") }];
}

/** Null if the path does not exist. A dangling link exists. */
const textAt = (path: string): string | null => (isAbsent(path) ? null : readListText(path));

function isAbsent(path: string): boolean {
  try {
    lstatSync(path);
    return false;
  } catch (error) {
    return isSystemError(error, "ENOENT", "ENOTDIR");
  }
}

function textWith(before: string | null, block: OwnBlock): string {
  const eol = before?.includes("\r\n") ? "\r\n" : "\n";
  const own = [block.markers.begin, block.body, block.markers.end].join("\n").replaceAll("\n", eol);
  if (before === null) return `${block.head ?? ""}${own}\n`;
  if (block.head === null && !hasMark(before, block.markers))
    return `${before === "" || before.endsWith("\n") ? before : before + eol}${own}${eol}`;
  return partsAround(before, block).join(own);
}

/** The text before the marked block and the text after it. */
function partsAround(text: string, { path, markers }: OwnBlock): readonly [string, string] {
  const start = lineBeginning(text, firstWords(markers.begin), 0);
  const end = start < 0 ? -1 : lineBeginning(text, markers.end, start);
  if (end >= 0) return [text.slice(0, start), text.slice(end + markers.end.length)];
  const problem = hasMark(text, markers)
    ? `has lost one of the two lines between which tasks init writes ("${markers.end}" is the second): it was not changed. Put the line back, or take out what the command wrote`
    : "exists and was not written by tasks init: it was not changed. Rename it";
  throw inputRefusal("foreign-file", `${path} ${problem}, and try again.`);
}

/** Without its command, the front matter is useless. */
function textWithout([before, after]: readonly [string, string], head: string): string | null {
  const rest = before + after.replace(/^(?:\r\n|\n|\r)/, "");
  const said = rest.replaceAll(/\r\n|\r/g, "\n").trim();
  return said === "" || said === head.trim() ? null : rest;
}

/** Whether a text has at least one of the markers, so that `init` wrote it. */
const hasMark = (text: string, { begin, end }: Markers): boolean =>
  [firstWords(begin), end].some((words) => lineBeginning(text, words, 0) >= 0);

/** Markers are found by this beginning, so the rest of the line can be reworded later. */
const firstWords = (begin: string): string => begin.split(".")[0] ?? begin;

function lineBeginning(text: string, words: string, from: number): number {
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
    if (at === 0 || /[\r\n\uFEFF]/.test(text.charAt(at - 1))) return at;
  }
  return -1;
}
