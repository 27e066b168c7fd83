import { lineAt } from "../source-lines.ts";
import type { Field, Span, Task, TaskList } from "../task-list.ts";
import type { TextEdit } from "./revise.ts";
import { insertAt } from "./revise.ts";

const BOLD_LABEL = /^\*\*[^*]+(?:\*\*\s*[:：]|[:：]\s*\*\*)/;
const LABEL_WITH_VALUE = new RegExp(`${BOLD_LABEL.source}[ \\t]*\\S`);
/** Enough to see the next paragraph without scanning the whole file. */
const LOOKAHEAD = 10_000;
const BULLET = /^[-*+][ \t]+/;

/** A new label line directly under the task's heading: bold in the full form, a bullet in the compact form. */
export function firstLabelLine(list: TaskList, task: Task, label: string, value: string): TextEdit {
  const { lineEnding: eol } = list;
  const place = placeOfFirstLine(list, task);
  if (place === undefined) {
    return insertAt(task.heading.end, `${eol}${eol}**${label}**: ${value}`);
  }
  const { offset, line, nextParagraph } = place;
  if (task.form === "compact") {
    const bullet = BULLET.exec(line)?.[0];
    // Text right below a bullet would be read as part of it.
    const end = bullet === undefined ? eol + eol : eol;
    return insertAt(offset, `${bullet ?? "- "}${label}: ${value}${end}`);
  }
  // If each label is a separate paragraph, so is the new one. It never joins a label that heads a list.
  const sharesParagraph =
    LABEL_WITH_VALUE.test(line) && !(nextParagraph && LABEL_WITH_VALUE.test(nextParagraph));
  const end = sharesParagraph ? hardBreakOf(line) + eol : eol + eol;
  return insertAt(offset, `**${label}**: ${value}${end}`);
}

/** A new label line directly under another field's. */
export function labelLineAfter(list: TaskList, field: Field, label: string, value: string): TextEdit {
  const offset = field.line.end;
  const written = field.form === "compact" ? `${field.prefix}${label}: ${value}` : `**${label}**: ${value}`;
  const hardBreak = hardBreakOf(list.source.slice(field.line.start, offset));
  return insertAt(offset, `${list.lineEnding}${written}${hardBreak}`);
}

/**
 * Removes lines with the line ending before them, so that the text after them is unchanged. Blank lines before a
 * separate paragraph are removed with it.
 */
export function withoutLines({ source }: TaskList, { start, end }: Span): TextEdit {
  const text = source.slice(0, start).trimEnd().length;
  const before = lineAt(source, text).end;
  const gap = source.slice(before, start).match(/\r\n|\n|\r/g) ?? [];
  const isAlone =
    gap.length > 1 &&
    /^[ \t]*(?:$|(?:\r\n|\n|\r(?!\n))[ \t]*(?:[\r\n]|$))/.test(source.slice(end, end + LOOKAHEAD));
  const offset = isAlone ? before : start - (gap.at(-1)?.length ?? 0);
  return { offset, length: end - offset, text: "" };
}

/** Removes a field, with any list below its label. */
export const withoutField = (list: TaskList, { line, end }: Field): TextEdit =>
  withoutLines(list, { start: line.start, end: Math.max(line.end, end) });

/** Replaces the value on the field's own line. */
export function replaceValue({ source }: TaskList, { value }: Field, text: string): TextEdit {
  const needsBlank = value.start === value.end && !/\s/.test(source[value.start - 1] ?? "");
  return { offset: value.start, length: value.end - value.start, text: needsBlank ? ` ${text}` : text };
}

/**
 * Removes the value from a label's line, so that a list can follow it. Any labels after it on the line move before it,
 * so that the new line ends with this label.
 */
export function emptyLabelLine({ source }: TaskList, { form, label, line, value }: Field): TextEdit {
  const labelEnd = line.start + source.slice(line.start, value.start).trimEnd().length;
  const behind = form === "inline" ? source.slice(value.end, line.end).trim() : "";
  if (!behind.startsWith("|")) return { offset: labelEnd, length: value.end - labelEnd, text: "" };
  const before = source.slice(line.start, label.start).replace(/(?:\*\*|__)$/, "");
  const offset = line.start + before.length;
  const end = line.start + source.slice(line.start, line.end).trimEnd().length;
  const text = `${behind.slice(1).trim()} | ${source.slice(offset, labelEnd)}`;
  return { offset, length: end - offset, text };
}

/** The end of the field's content: of its value, or of the list below its label. */
export const endOf = ({ end, line, value }: Field): number => Math.max(value.end, end > line.end ? end : 0);

/** The blanks that put a list inside the bullet of its label. */
export const indentUnder = ({ prefix }: Pick<Field, "prefix">): string => prefix.replace(/[^\t]/g, " ");

/** A line of text right below a list would be read as part of its last item, so a blank line separates the two. */
export function partFromBelow(
  { source, lineEnding }: TaskList,
  { prefix }: Pick<Field, "prefix">,
  end: number,
): TextEdit[] {
  const [rest = "", below = ""] = source.slice(end).split(/\r\n|\n|\r/, 2);
  if (prefix !== "" || below.trim() === "") return [];
  return [insertAt(end + rest.length, lineEnding)];
}

/** A hard break, either two blanks or a backslash, for a new line in the same style. */
const hardBreakOf = (line: string): string => /(?: {2,}|\\)$/.exec(line)?.[0] ?? "";

function placeOfFirstLine({ source }: TaskList, task: Task) {
  const blank = /^\s*/.exec(source.slice(task.heading.end, task.span.end))?.[0] ?? "";
  const text = task.heading.end + blank.length;
  if (text >= task.span.end) return undefined;
  const first = linesFrom(source, lineAt(source, text).start);
  if (task.form === "full" || BULLET.test(first.line)) return first;
  const bullet = task.fields.find(({ form }) => form === "compact");
  return bullet ? linesFrom(source, bullet.line.start) : first;
}

/** The line at the offset, and the first line of the next paragraph if a blank line follows. */
function linesFrom(source: string, offset: number) {
  const [line = "", ...rest] = source.slice(offset, offset + LOOKAHEAD).split(/\r\n|\n|\r/);
  const isLast = rest[0]?.trim() === "";
  return { offset, line, nextParagraph: isLast ? rest.find((text) => text.trim() !== "") : undefined };
}
