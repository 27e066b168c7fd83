import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { readListText } from "../list-file/list-text.ts";
import { inputRefusal, isSystemError } from "../refusal.ts";
import type { Action } from "./actions.ts";
import { actions } from "./actions.ts";
import type { Assistant, Markers } from "./assistants.ts";
import { bodyOf } from "./assistants.ts";

/** The planned change of a command file. */
export interface PlannedFile {
  readonly assistant: Assistant;
  /** Below the root. */
  readonly path: string;
  /** Null if the file does not exist. */
  readonly before: string | null;
  /** Null to delete the file. */
  readonly after: string | null;
}

/**
 * The files of an assistant with the commands in them. Text outside the markers stays.
 * @throws Refusal if a file of that name was not written by `init`, or the end of the marked block is missing.
 */
export const planFiles = (root: string, assistant: Assistant): readonly PlannedFile[] =>
  actions.map((action) => {
    const path = assistant.path(action);
    const before = textAt(join(root, path));
    return { assistant, path, before, after: textWith(path, before, assistant, action) };
  });

/**
 * The files of an assistant without the commands. A file that holds nothing else is deleted.
 * @throws Refusal if the end of the marked block is missing.
 */
export const planRemoval = (root: string, assistant: Assistant): readonly PlannedFile[] =>
  actions.flatMap((action) => {
    const path = assistant.path(action);
    const before = textAt(join(root, path));
    if (before === null || !hasMark(before, assistant.markers)) return [];
    const block = blockIn(path, before, assistant);
    return [
      { assistant, path, before, after: textWithout(block.before, block.after, assistant.head(action)) },
    ];
  });

/** Whether the root shows that an assistant is used. */
export const isUsed = (root: string, { traces }: Assistant): boolean =>
  traces.some((trace) => existsSync(join(root, trace)));

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

function textWith(path: string, before: string | null, assistant: Assistant, action: Action): string {
  const { markers } = assistant;
  if (before === null)
    return `${assistant.head(action)}${blockText(bodyOf(assistant, action), markers, "")}\n`;
  const block = blockIn(path, before, assistant);
  return block.before + blockText(bodyOf(assistant, action), markers, before) + block.after;
}

function blockIn(path: string, text: string, { markers }: Assistant): MarkedBlock {
  const block = findBlock(text, markers);
  if (block) return block;
  const problem = hasMark(text, markers)
    ? `has lost one of the two lines between which tasks init writes ("${markers.end}" is the second): it was not changed. Put the line back, or take out what the command wrote`
    : "exists and was not written by tasks init: it was not changed. Rename it";
  throw inputRefusal("foreign-file", `${path} ${problem}, and try again.`);
}

/** Without its command, the front matter is useless. */
function textWithout(before: string, after: string, head: string): string | null {
  const rest = before + after.replace(/^(?:\r\n|\n|\r)/, "");
  const said = rest.replaceAll(/\r\n|\r/g, "\n").trim();
  return said === "" || said === head.trim() ? null : rest;
}

/** The marked block of a text, with its markers. */
interface MarkedBlock {
  readonly before: string;
  readonly after: string;
}

/** The text around the marked block; null without a block, or with only one of its markers. */
export function findBlock(text: string, markers: Markers): MarkedBlock | null {
  const start = lineBeginning(text, firstWords(markers.begin), 0);
  const end = start < 0 ? -1 : lineBeginning(text, markers.end, start);
  if (end < 0) return null;
  return { before: text.slice(0, start), after: text.slice(end + markers.end.length) };
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

/** The block itself, in the line endings of the file it goes to. */
export function blockText(body: string, { begin, end }: Markers, like: string): string {
  const text = [begin, body, end].join("\n");
  return like.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}
