import type { TaskList } from "../task-list.ts";
import type { Edit } from "./revise.ts";

/** Adds a dated line under `## Changes` at the end of the list, and that section where there is none. */
export const noteChange =
  (change: string, date: Date = new Date()): Edit =>
  (list) => {
    const line = `- ${isoDay(date)}: ${change}`;
    const { lineEnding: eol, changes } = list;
    if (changes) {
      // A heading that nothing follows yet, or text that is not a list, needs a blank line before the first entry.
      const gap = isListLine(lastLine(list.source.slice(0, changes.contentEnd))) ? eol : eol + eol;
      return [{ offset: changes.contentEnd, length: 0, text: gap + line }];
    }
    return [{ offset: endOfText(list.source), length: 0, text: newSection(list, line) }];
  };

/** The end of the last line that is not blank, trailing blanks included; the end of a file without a final newline. */
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

/** The day as people here count it, not the day in Greenwich. */
function isoDay(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
