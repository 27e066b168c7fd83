import { minutesIn } from "../document/read-labels.ts";
import { readStatus } from "../document/read-status.ts";
import type { Complexity, Status } from "../document/task-list.ts";

/** Whether a text has a letter or a number. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** An item's text as a criterion, without the full stop. */
export const criterionFor = (item: string): string => item.trim().replace(/^✅\s*|[.;。]+$/gu, "");

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

const complexityWords: readonly (readonly [Complexity, RegExp])[] = [
  ["Low", /^(?:low|simple|small|xs|s|easy|trivial)\b/i],
  ["Medium", /^(?:medium|moderate|m)\b/i],
  ["High", /^(?:high|(?:very[- ])?complex|large|hard|xl|l)\b/i],
];

/** The complexity for another tool's word; null if the word is not known. */
export const complexityNamed = (text: string): Complexity | null =>
  complexityWords.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? null;

/** The complexity for an effort such as `30 min` or `2 hours`, or for another tool's word; null if the text has none. */
export function complexityOfEffort(text: string): Complexity | null {
  const minutes = minutesIn(text);
  return minutes === null ? complexityNamed(text) : complexityOfMinutes(minutes);
}

export const complexityOfMinutes = (minutes: number): Complexity =>
  minutes <= 60 ? "Low" : minutes < 240 ? "Medium" : "High";
