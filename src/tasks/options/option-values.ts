import { requirementsOnLine } from "../document/read-task.ts";
import { isDay, isoDay } from "../document/render-list.ts";
import type { Complexity } from "../document/task-list.ts";
import { complexities } from "../document/task-list.ts";
import { inputRefusal } from "../refusal.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come in
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;

/**
 * Checks a text for one line of the list.
 * @throws Refusal if it is empty, spans several lines (which would be read as something else) or contains
 * terminal control characters.
 */
export function requireLine(name: string, text: string): string {
  const line = text.trim();
  if (line === "") throw inputRefusal("empty-text", `${name} must not be empty.`);
  if (/[\r\n\u2028\u2029]/.test(line)) throw inputRefusal("several-lines", `${name} must be one line.`);
  if (controls.test(line))
    throw inputRefusal("control-character", `${name} must hold no control characters.`);
  return line;
}

/**
 * The date for the Created line: the given one, else today.
 * @throws Refusal if it is not a date in the form YYYY-MM-DD.
 */
export function requireDate(given: string | undefined): string {
  if (given === undefined) return isoDay(new Date());
  if (isDay(given)) return given;
  throw inputRefusal("bad-date", `--date takes a day as YYYY-MM-DD, not "${given}".`);
}

/** @throws Refusal if it is not Low, Medium or High. */
export function parseComplexity(text: string): Complexity {
  const complexity = complexities.find((known) => known.toLowerCase() === text.trim().toLowerCase());
  if (complexity) return complexity;
  throw inputRefusal(
    "unknown-complexity",
    `"${text}" is not a complexity: use one of ${complexities.join(", ")}.`,
  );
}

/** @throws Refusal if one of them is empty or spans several lines. */
export const requireLines = (name: string, texts: readonly string[]): readonly string[] =>
  texts.map((text) => requireLine(name, text));

/**
 * The requirements in `--requirement`: `FR-1`, `FR-1, FR-2` or None.
 * @throws Refusal if one of them is empty or spans several lines.
 */
export const parseRequirements = (texts: readonly string[]): readonly string[] =>
  requireLines("--requirement", texts).flatMap(requirementsOnLine);

const milliseconds = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * The milliseconds in `90s`, `30m`, `4h`, `1.5h` or `2d`.
 * @throws Refusal for anything else.
 */
export function parseDuration(option: string, given: string): number {
  const [, count, unit] = /^\s*(\d+(?:\.\d+)?)\s*([smhd])\s*$/i.exec(given) ?? [];
  if (count === undefined || unit === undefined) {
    throw inputRefusal("bad-duration", `${option} takes a time such as 30m, 4h or 2d, not "${given}".`);
  }
  return Number(count) * milliseconds[unit.toLowerCase() as keyof typeof milliseconds];
}

/**
 * The time limit in `--timeout SECONDS`; without the option, `otherwise`.
 * @throws Refusal if it is not a positive number.
 */
export function parseSeconds(given: string | undefined, otherwise = 600): number {
  const seconds = given === undefined ? otherwise : Number(given);
  // Timers count in 32 bits of milliseconds.
  if (seconds > 0 && seconds <= 2_000_000) return seconds;
  throw inputRefusal("bad-timeout", `--timeout takes a number of seconds, not "${given}".`);
}
