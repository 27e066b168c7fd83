import { pathIn, proposedMark, splitFiles } from "./file-paths.ts";
import { letters } from "./letters.ts";
import { noneWords } from "./read-dependencies.ts";
import type { TaskBody } from "./read-fields.ts";
import { endpointPattern } from "./read-labels.ts";
import { readStatus } from "./read-status.ts";
import { lineAt, linesIn, located } from "./source-lines.ts";
import type { Field, FieldName, ListEntry, Span } from "./task-list.ts";
import { findField } from "./task-queries.ts";

/**
 * The Markdown under a task's heading that belongs to none of its fields, as whole lines; null if there is none.
 * Includes a field's lines if they contain more than the field can hold: a note beside a path, a reason beside a
 * number.
 * @param within from the end of the heading's line to the end of the task
 * @param items the steps and criteria, each of which includes its whole item
 */
export function readBody(
  source: string,
  within: Span,
  body: TaskBody,
  items: readonly ListEntry[],
): string | null {
  const claimed = new Set<number>();
  const claim = ({ start, end }: Span): void => {
    for (const line of linesIn(source, { start: lineAt(source, start).start, end })) claimed.add(line.start);
  };
  // Several labels may share a line: if one is the author's own, the line is part of the body.
  const kept: Span[] = body.others.map(({ label }) => label);
  for (const item of items) claim(item);
  for (const field of body.fields) {
    const isFirst = findField(body, field.name) === field;
    if (!holdsAll(source, field, isFirst)) kept.push(field.line);
    else for (const span of linesHeld(source, field)) claim(span);
  }
  for (const { start } of kept) claimed.delete(lineAt(source, start).start);
  return linesBetween(source, within, claimed);
}

/** If only an entry's path or number is kept, the text below its first line is part of the body. */
const linesHeld = (source: string, { line, value, entries }: Field): readonly Span[] => [
  line,
  value,
  ...entries
    .filter(({ text }) => text !== "")
    .map(({ start, end }) => ({ start, end: Math.min(end, lineAt(source, start).end) })),
];

/** The lines that are not claimed, by their starts. Items of one list are joined into one list again. */
function linesBetween(source: string, within: Span, claimed: ReadonlySet<number>): string | null {
  const chunks: string[][] = [[]];
  for (const { start, end } of linesIn(source, within)) {
    if (claimed.has(start)) chunks.push([]);
    else chunks.at(-1)?.push(source.slice(start, Math.min(end, within.end)));
  }
  const texts = chunks.map(withoutBlankEnds).filter((lines) => lines.length > 0);
  const joined = texts.map((lines, index) => {
    const joins = isItem(texts[index - 1]?.at(-1)) && isItem(lines[0]);
    return (index === 0 ? "" : joins ? "\n" : "\n\n") + lines.join("\n");
  });
  return joined.join("") || null;
}

const withoutBlankEnds = (lines: readonly string[]): readonly string[] =>
  lines.slice(lines.findIndex(isText), lines.findLastIndex(isText) + 1);

/** The marks of a quotation are not text. */
const isText = (line: string): boolean => /[^\s>]/.test(line);
const isItem = (line: string | undefined): boolean => /^\s*(?:[-+*]|\d+[.)])\s/.test(line ?? "");

/** Whether the value read from a field covers all of its text. */
function holdsAll(source: string, { name, value, entries }: Field, isFirst: boolean): boolean {
  const holds = holders[name];
  if (single.has(name) && !isFirst) return false;
  if (name === "steps" || name === "verification") return value.text === "" || entries.length === 0;
  const texts = [
    value.text,
    ...entries.map(({ start, end, prefix }) => source.slice(start + prefix.trimStart().length, end)),
  ];
  return holds === undefined || texts.every((text) => holds(text.toLowerCase()));
}

const single: ReadonlySet<FieldName> = new Set(["status", "owner", "complexity", "endpoint"]);

const hasLetters = new RegExp(`[${letters}\\d]`);
/** Words after None, except in `No dependencies` itself. */
const hasWordAfterNone = new RegExp(
  String.raw`^[^${letters}]*(?!\S+ (?:d[eéi]pend|abhängig)[${letters}]*[^${letters}]*$)(?:${noneWords})[^${letters}]+[${letters}]`,
);
const hasNote = new RegExp(String.raw`[(（]|\d\s*[:–—-]\s+[${letters}]`);
const complexityAlone = new RegExp(String.raw`^[^${letters}]*(?:low|medium|high)?[^${letters}\d]*$`);

/** Whether the value read from a lower-case text covers all of it. */
const holders: Partial<Record<FieldName, (text: string) => boolean>> = {
  status: (text) => {
    const reading = readStatus(text);
    return reading?.tail === "" || reading?.value === "Blocked";
  },
  complexity: (text) => complexityAlone.test(text),
  dependencies: (text) => !hasNote.test(text) && !hasWordAfterNone.test(text),
  files: (text) => splitFiles(located(text, 0, text.length)).every((part) => isOnlyPath(part.text)),
  endpoint: (text) => {
    const read = endpointPattern.exec(text.toUpperCase())?.[0] ?? "";
    return read.replaceAll(/[`\s]/g, "").length === text.replaceAll(/[`\s]/g, "").length;
  },
};

function isOnlyPath(text: string): boolean {
  const path = pathIn(text);
  return !/\s/.test(path) && !hasLetters.test(text.replace(path, "").replace(proposedMark, ""));
}
