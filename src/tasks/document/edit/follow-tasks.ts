import { isoDay } from "../render-list.ts";
import { splitLines } from "../source-lines.ts";
import type { Phase, TaskList } from "../task-list.ts";
import { byNumber, phaseOf } from "../task-number.ts";
import { headerStatusOf, statedHeaderStatus } from "../task-queries.ts";
import type { Edit, TextEdit } from "./revise.ts";
import { insertAt, replaceSpan } from "./revise.ts";

/** Updates the header's Status line, if it exists and states one of the four statuses. */
export const followHeaderStatus: Edit = (list) => {
  const stated = statedHeaderStatus(list);
  const actual = headerStatusOf(list);
  if (!list.status || stated === null || stated === actual) return [];
  return [replaceSpan(list.status.value, actual)];
};

/** Updates the ranges in phase headings, of all phases or of those with these numbers. */
export const followPhaseRanges =
  (numbers?: readonly number[]): Edit =>
  (list) =>
    list.phases
      .filter(({ number }) => numbers?.includes(number) ?? true)
      .flatMap((phase) => followRange(list, phase));

/** Updates the range in a phase's heading to the first and last of the phase's numbers that its tasks have. */
export function followRange({ source }: TaskList, { number, heading, tasks }: Phase): readonly TextEdit[] {
  if (!heading?.range) return [];
  const { range } = heading;
  const sorted = tasks.filter((task) => phaseOf(task) === number).toSorted(byNumber);
  const [first, last] = [sorted.at(0), sorted.at(-1)];
  if (first === undefined || last === undefined) {
    // The range may tell which numbers the misplaced tasks should have.
    if (tasks.length > 0) return [];
    const start = heading.span.start + source.slice(heading.span.start, range.start).trimEnd().length;
    return [replaceSpan({ start, end: range.end }, "")];
  }
  const whole = { start: range.first.start, end: range.last.end };
  // One number may be both ends.
  const dash = source.slice(range.first.end, range.last.start);
  const numbers = dash === "" && first === last ? first : first + (dash || "-") + last;
  return source.slice(whole.start, whole.end) === numbers ? [] : [replaceSpan(whole, numbers)];
}

/** Adds dated lines under `## Changes` at the end of the list, creating the section if it is missing. */
export const noteChanges =
  (notes: readonly string[], date: Date = new Date()): Edit =>
  (list) => {
    if (notes.length === 0) return [];
    const { lineEnding: eol, changes } = list;
    const lines = notes.map((note) => `- ${isoDay(date)}: ${note}`).join(eol);
    if (changes) {
      // After an empty section's heading, or after text that is not a list, the first entry needs a blank line before
      // it.
      const gap = isListLine(splitLines(list.source.slice(0, changes.contentEnd)).at(-1) ?? "")
        ? eol
        : eol + eol;
      return [insertAt(changes.contentEnd, gap + lines)];
    }
    return [insertAt(endOfText(list.source), newSection(list, lines))];
  };

/** The end of the last nonblank line, trailing blanks included; if there is no final newline, the end of the file. */
function endOfText(source: string): number {
  if (!/[\r\n]$/.test(source)) return source.length;
  const end = source.trimEnd().length;
  return end + source.slice(end).search(/[\r\n]/);
}

function newSection({ lineEnding: eol, source }: TaskList, lines: string): string {
  const isSeparated = /[\r\n]-{3,}$/.test(source.trimEnd()) || !/^-{3,}[ \t]*$/m.test(source);
  const separator = isSeparated ? "" : `---${eol}${eol}`;
  return `${eol}${eol}${separator}## Changes${eol}${eol}${lines}`;
}

const isListLine = (line: string): boolean => /^\s*[-*+] |^\s+\S/.test(line);
