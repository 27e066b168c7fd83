import type { TaskList } from "../task-list.ts";
import type { Edit } from "./revise.ts";

/** Adds a dated line under `## Changes` at the end of the list, creating the section if it is missing. */
export const noteChange =
  (change: string, date: Date = new Date()): Edit =>
  (list) => {
    const line = `- ${isoDay(date)}: ${change}`;
    const { lineEnding: eol, changes } = list;
    if (changes) {
      // After an empty section's heading, or after text that is not a list, the first entry needs a blank line before
      // it.
      const gap = isListLine(lastLine(list.source.slice(0, changes.contentEnd))) ? eol : eol + eol;
      return [{ offset: changes.contentEnd, length: 0, text: gap + line }];
    }
    return [{ offset: endOfText(list.source), length: 0, text: newSection(list, line) }];
  };

/** The end of the last nonblank line, trailing blanks included; if there is no final newline, the end of the file. */
function endOfText(source: string): number {
  if (!/[\r\n]$/.test(source)) return source.length;
  const end = source.trimEnd().length;
  return end + source.slice(end).search(/[\r\n]/);
}

function newSection({ lineEnding: eol, source }: TaskList, line: string): string {
  const separator = /^-{3,}[ \t]*$/m.test(source) ? `---${eol}${eol}` : "";
  return `${eol}${eol}${separator}## Changes${eol}${eol}${line}`;
}

const isListLine = (line: string): boolean => /^\s*[-*+] |^\s+\S/.test(line);

const lastLine = (text: string): string => text.split(/\r\n|\n|\r/).at(-1) ?? "";

/** `2026-11-22`: the local date, not the UTC date. */
export function isoDay(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
