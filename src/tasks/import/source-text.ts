import { readStatus } from "../document/read-status.ts";
import type { Complexity, Status } from "../document/task-list.ts";

/** The lines of a text, with any line endings. */
export const splitLines = (text: string): string[] => text.split(/\r\n|\n|\r/);

/** Whether a text has a letter or a number. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** An item's text as a criterion, without the full stop. */
export const criterionFor = (item: string): string => item.trim().replace(/[.;。]+$/u, "");

/** The tools' words for a status, besides those of task lists. */
const toolStatuses: ReadonlyMap<string, Status> = new Map([
  ["", "Not Started"],
  ["review", "In Progress"],
  ["hooked", "In Progress"],
  ["deferred", "Blocked"],
  ["closed", "Complete"],
]);

/** The status for another tool's word; a word other than Blocked becomes the reason. Null if the word is not known. */
export function statusNamed(word: string): { status: Status; blockedReason: string | null } | null {
  const own = toolStatuses.get(word.toLowerCase());
  const status = own ?? readStatus(word)?.value;
  return status ? { status, blockedReason: own === "Blocked" ? word.toLowerCase() : null } : null;
}

export const notStarted = { status: "Not Started", blockedReason: null } as const;

const complexityWords: readonly (readonly [Complexity, RegExp])[] = [
  ["Low", /^(?:low|simple|small|xs|s|easy|trivial)\b/i],
  ["Medium", /^(?:medium|moderate|m)\b/i],
  ["High", /^(?:high|(?:very[- ])?complex|large|hard|xl|l)\b/i],
];

/** The complexity for another tool's word; null if the word is not known. */
export const complexityNamed = (text: string): Complexity | null =>
  complexityWords.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? null;

const hoursOf: Readonly<Record<string, number>> = { m: 1 / 60, h: 1, d: 8, w: 40 };

/** The complexity for an effort such as `30 min`, `2 hours` or `1-2 days`; null if the text has none. */
export function complexityOfEffort(text: string): Complexity | null {
  const found = /(?<amount>\d+(?:\.\d+)?)\s*(?:[-–]\s*\d+(?:\.\d+)?\s*)?(?<unit>min|m\b|h|d|w)/i.exec(text);
  if (!found) return complexityNamed(text);
  const unit = (found.groups?.["unit"] ?? "h").charAt(0).toLowerCase();
  const hours = Number(found.groups?.["amount"]) * (hoursOf[unit] ?? 1);
  return hours <= 1 ? "Low" : hours < 4 ? "Medium" : "High";
}

/** Moves headings below the level of a task: `## Goal` becomes `##### Goal`. */
export function lowerHeadings(markdown: string): string {
  let fence: string | null = null;
  const lowered = splitLines(markdown).map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === null ? mark : line.trim().startsWith(fence) ? null : fence;
    return fence === null && mark === undefined
      ? line.replace(/^#{1,6}(?=\s)/, (marks) => "#".repeat(Math.min(6, marks.length + 3)))
      : line;
  });
  return lowered.join("\n");
}

/** One object of another tool's JSON. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/**
 * The text of a value, empty unless it is a text or a number. Terminal colours are removed: they come from
 * descriptions that were piped through a viewer.
 */
export function textOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins a colour
  return typeof value === "string" ? value.replaceAll(/\u001b\[[\d;]*m/g, "").trim() : "";
}

/** Lines such as `**Priority**: 1` for the fields in a table of labels. */
export const labelledLines = (
  labels: Readonly<Record<string, string>>,
  textsOf: (name: string) => readonly string[],
): readonly string[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const words = textsOf(name).join(", ");
    return words === "" ? [] : [`**${label}**: ${words}`];
  });
