import type { Complexity } from "../document/task-list.ts";

const words: readonly (readonly [Complexity, RegExp])[] = [
  ["Low", /^(?:low|simple|small|xs|s|easy|trivial)\b/i],
  ["Medium", /^(?:medium|moderate|m)\b/i],
  ["High", /^(?:high|(?:very[- ])?complex|large|hard|xl|l)\b/i],
];

/** The complexity for another tool's word; null if the word is not known. */
export const complexityNamed = (text: string): Complexity | null =>
  words.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? null;

const hoursOf: Readonly<Record<string, number>> = { m: 1 / 60, h: 1, d: 8, w: 40 };

/** The complexity for an effort such as `30 min`, `2 hours` or `1-2 days`; null if the text has none. */
export function complexityOfEffort(text: string): Complexity | null {
  const found = /(?<amount>\d+(?:\.\d+)?)\s*(?:[-–]\s*\d+(?:\.\d+)?\s*)?(?<unit>min|m\b|h|d|w)/i.exec(text);
  if (!found) return complexityNamed(text);
  const unit = (found.groups?.["unit"] ?? "h").charAt(0).toLowerCase();
  const hours = Number(found.groups?.["amount"]) * (hoursOf[unit] ?? 1);
  return hours <= 1 ? "Low" : hours < 4 ? "Medium" : "High";
}

/** The complexity of a task without a stated one, from its number of steps and files. */
export function estimateComplexity(steps: number, files: number): Complexity {
  if (steps > 6 || files > 4) return "High";
  return steps > 2 || files > 1 ? "Medium" : "Low";
}
