import { lineAt, splitLines } from "../source-lines.ts";
import type { Field, ListEntry, Span, Task, TaskList } from "../task-list.ts";
import type { TextEdit } from "./revise.ts";
import { insertAt, replaceSpan } from "./revise.ts";

const labelWithValue = /^\*\*[^*]+(?:\*\*\s*[:：]|[:：]\s*\*\*)[ \t]*\S/;
const bulletMark = /^[-*+][ \t]+/;

/** A new label line directly under the task's heading: bold in the full form, a bullet in the compact form. */
export function firstLabelLine(list: TaskList, task: Task, label: string, value: string): TextEdit {
  const { source, lineEnding: eol } = list;
  const { heading, span, form, fields } = task;
  const text = heading.end + source.slice(heading.end, span.end).search(/\S|$/);
  if (text >= span.end) return insertAt(heading.end, `${eol}${eol}**${label}**: ${value}`);
  const { start } = lineAt(source, text);
  const [first = "", ...rest] = splitLines(source.slice(start, span.end));
  if (form === "compact") {
    const field = bulletMark.test(first) ? undefined : fields.find((one) => one.form === "compact");
    const line = field?.line ?? { start, end: start + first.length };
    const bullet = bulletMark.exec(source.slice(line.start, line.end))?.[0];
    // Text right below a bullet would be read as part of it.
    const end = bullet === undefined ? eol + eol : eol;
    return insertAt(line.start, `${bullet ?? "- "}${label}: ${value}${end}`);
  }
  // If each label is a separate paragraph, so is the new one. It never joins a label that heads a list.
  const nextParagraph = rest[0]?.trim() === "" ? rest.find((line) => line.trim() !== "") : undefined;
  const sharesParagraph = labelWithValue.test(first) && !labelWithValue.test(nextParagraph ?? "");
  const end = sharesParagraph ? hardBreakOf(first) + eol : eol + eol;
  return insertAt(start, `**${label}**: ${value}${end}`);
}

/** A new label line directly under another field's, or under the list below that line. */
export function labelLineAfter(
  list: TaskList,
  { fields }: Task,
  field: Field,
  label: string,
  value: string,
): TextEdit {
  const { lineEnding: eol, source } = list;
  // If several labels share the line, a list below it belongs to the last one.
  const last = fields.findLast(({ line }) => line.start === field.line.start) ?? field;
  const { line, form, prefix, end } = last;
  // If the line ends in an author's own label, a list below it is that label's, and would become the new one's.
  if (form === "inline" && source.slice(last.value.end, line.end).trim() !== "") {
    const text = prefix === "" ? `**${label}**: ${value}` : `${prefix}${label}: ${value}`;
    return insertAt(line.start, text + hardBreakOf(source.slice(line.start, line.end)) + eol);
  }
  if (form === "compact") return insertAt(Math.max(line.end, end), `${eol}${prefix}${label}: ${value}`);
  const written = `**${label}**: ${value}`;
  if (end > line.end) return insertAt(end, eol + eol + written);
  return insertAt(line.end, eol + written + hardBreakOf(source.slice(line.start, line.end)));
}

/** A hard break, either two blanks or a backslash, for a new line in the same style. */
const hardBreakOf = (line: string): string => /(?: {2,}|\\)$/.exec(line)?.[0] ?? "";

/**
 * Removes lines with the line ending before them, so that the text after them is unchanged. Blank lines before a
 * separate paragraph are removed with it.
 */
function withoutLines({ source }: TaskList, { start, end }: Span): TextEdit {
  const before = lineAt(source, source.slice(0, start).trimEnd().length).end;
  const gap = source.slice(before, start).match(/\r\n|\n|\r/g) ?? [];
  const isAlone =
    gap.length > 1 && /^[ \t]*(?:$|(?:\r\n|\n|\r(?!\n))[ \t]*(?:[\r\n]|$))/.test(source.slice(end));
  return replaceSpan({ start: isAlone ? before : start - (gap.at(-1)?.length ?? 0), end }, "");
}

/** Removes a field, with any list below its label. Of several labels on a line, it removes only this one and a bar. */
export function withoutField(list: TaskList, field: Field): readonly TextEdit[] {
  const { form, line } = field;
  const content = endOfContent(list.source, field);
  const parted = withoutEntries(list, partedEntries(list.source, field));
  if (form !== "inline")
    return [withoutLines(list, { start: line.start, end: Math.max(line.end, content) }), ...parted];
  const [start, end] = [startOfLabel(list.source, field), content];
  const before = /\s+\|\s+$/.exec(list.source.slice(line.start, start))?.[0].length ?? 0;
  const behind = /^\s+\|\s+/.exec(list.source.slice(end, line.end))?.[0].length ?? 0;
  return [replaceSpan({ start: start - before, end: before > 0 ? end : end + behind }, ""), ...parted];
}

/** The start of the label, with its marks. */
const startOfLabel = (source: string, { line, label }: Field): number =>
  line.start + source.slice(line.start, label.start).replace(/(?:\*\*|__)$/, "").length;

/** The end of the label, with its marks and colon. */
export const endOfLabel = (source: string, { line, value }: Field): number =>
  line.start + source.slice(line.start, value.start).trimEnd().length;

/**
 * The end of a field's value, or of the list or code right below its label. A comment or quotation after these is not
 * replaced with it.
 */
function endOfContent(source: string, field: Field): number {
  const { value, entries, code } = field;
  const near = entries.slice(0, entries.length - partedEntries(source, field).length);
  return Math.max(value.end, code?.end ?? 0, ...near.map(({ end }) => end));
}

/** The entries from the first one on that other text parts from the label or from the entry above. */
function partedEntries(source: string, { line, value, entries }: Field): readonly ListEntry[] {
  let end = Math.max(line.end, value.end);
  const at = entries.findIndex((entry) => {
    const isParted = source.slice(end, entry.start).trim() !== "";
    end = Math.max(end, entry.end);
    return isParted;
  });
  return at < 0 ? [] : entries.slice(at);
}

/** Replaces all of a field's content by a value on the label's line; the blanks before the value stay. */
export function replaceValue(list: TaskList, field: Field, text: string): readonly TextEdit[] {
  const { source } = list;
  const start = endOfLabel(source, field);
  const blank = source.slice(start, field.value.start);
  const isKept = field.value.text !== "" && /^[ \t]+$/.test(blank);
  return [
    replaceSpan({ start, end: endOfContent(source, field) }, (isKept ? blank : " ") + text),
    ...withoutEntries(list, partedEntries(source, field)),
  ];
}

/**
 * Replaces a field's content, or only the value on the label's line, by lines below the label. Any labels after it on
 * its line move before it, so that the line ends with this label.
 */
export function replaceBelow(
  list: TaskList,
  field: Field,
  below: string,
  end = endOfContent(list.source, field),
): readonly TextEdit[] {
  const { source } = list;
  const { form, line, value, entries, prefix } = field;
  const start = endOfLabel(source, field);
  const behind = form === "inline" ? source.slice(value.end, line.end).trim() : "";
  if (!behind.startsWith("|")) {
    const parted = entries.length > 0 ? [] : partFromBelow(list, prefix, end);
    return [replaceSpan({ start, end }, below), ...parted];
  }
  const from = startOfLabel(source, field);
  const to = line.start + source.slice(line.start, line.end).trimEnd().length;
  const text = `${behind.slice(1).trim()} | ${source.slice(from, start)}${below}`;
  return [replaceSpan({ start: from, end: to }, text), ...partFromBelow(list, prefix, to)];
}

/** The blanks that put a list inside the bullet of its label, with the marks of a quotation around it. */
export const indentUnder = (prefix: string): string => prefix.replace(/[^\t>]/g, " ");

/** A line of text right below a list would be read as part of its last item, so a blank line separates the two. */
export function partFromBelow({ source, lineEnding }: TaskList, prefix: string, end: number): TextEdit[] {
  const [rest = "", below = ""] = splitLines(source.slice(end), 2);
  return prefix !== "" || below.trim() === "" ? [] : [insertAt(end + rest.length, lineEnding)];
}

export const isInside = (inner: Span, outer: Span): boolean =>
  outer.start < inner.start && inner.end <= outer.end;

export const isWithin = (inner: Span, outer: Span): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/** The entries that are in no other one. */
export const outermost = (entries: readonly ListEntry[]): readonly ListEntry[] =>
  entries.filter((entry) => !entries.some((outer) => isInside(entry, outer)));

export const withoutEntry = (list: TaskList, { start, end }: Span): TextEdit =>
  withoutLines(list, { start: lineAt(list.source, start).start, end });

/** Removes entries. Neighbours are removed together, with the blank lines between them. */
export function withoutEntries(list: TaskList, entries: readonly ListEntry[]): readonly TextEdit[] {
  const runs: Span[] = [];
  for (const { start, end } of outermost(entries)) {
    const run = runs.at(-1);
    const joins = run !== undefined && list.source.slice(run.end, start).trim() === "";
    if (joins) runs.splice(-1, 1, { start: run.start, end });
    else runs.push({ start, end });
  }
  return runs.map((run) => withoutEntry(list, run));
}
