import { letters } from "./letters.ts";
import type { FieldWithEntries, TaskBody } from "./read-fields.ts";
import { endpointPattern } from "./read-labels.ts";
import { readStatus } from "./read-status.ts";
import { lineAt } from "./source-lines.ts";
import type { FieldName, ListEntry, Span } from "./task-list.ts";

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
  const claimed = new LineClaims(source);
  for (const { start, end } of items) claimed.add(start, end);
  for (const [index, field] of body.fields.entries()) {
    const isFirst = body.fields.findIndex(({ field: { name } }) => name === field.field.name) === index;
    if (holdsAll(source, field, isFirst)) claimed.addField(field);
    else claimed.drop(field.field.line);
  }
  // Several labels may share a line: if one is the author's own, the line is part of the body.
  for (const { label } of body.others) claimed.drop(label);
  return claimed.rest(within);
}

class LineClaims {
  readonly #source: string;
  readonly #spans: Span[] = [];
  readonly #dropped = new Set<number>();

  constructor(source: string) {
    this.#source = source;
  }

  add(start: number, end: number): void {
    this.#spans.push({ start: lineAt(this.#source, start).start, end });
  }

  addField({ field, entries }: FieldWithEntries): void {
    this.add(field.line.start, Math.max(field.line.end, field.value.end));
    for (const { start, end, text } of entries)
      if (text !== "") this.add(start, firstLines(this.#source, start, end));
  }

  /** Puts the line at an offset back into the body. */
  drop({ start }: Span): void {
    this.#dropped.add(lineAt(this.#source, start).start);
  }

  rest({ start, end }: Span): string | null {
    const chunks: string[][] = [];
    let blanks: string[] | null = null;
    for (const line of this.#linesBelow(start, end)) {
      const text = this.#source.slice(line.start, Math.min(line.end, end));
      if (line.isClaimed) blanks = null;
      else if (text.trim() === "") blanks?.push(text);
      else {
        if (blanks) chunks.at(-1)?.push(...blanks, text);
        else chunks.push([text]);
        blanks = [];
      }
    }
    return chunks.length > 0 ? join(chunks) : null;
  }

  *#linesBelow(start: number, end: number): Generator<Span & { readonly isClaimed: boolean }> {
    const spans = this.#spans.toSorted((one, other) => one.start - other.start);
    let next = 0;
    let claimedTo = 0;
    for (let at = lineAt(this.#source, start).end; at < end; ) {
      const line = lineAt(this.#source, skipLineEnding(this.#source, at));
      if (line.start >= end) return;
      for (; (spans[next]?.start ?? Number.POSITIVE_INFINITY) <= line.start; next++)
        claimedTo = Math.max(claimedTo, spans[next]?.end ?? 0);
      yield { ...line, isClaimed: claimedTo > line.start && !this.#dropped.has(line.start) };
      at = line.end;
    }
  }
}

/** If only an entry's path or number is kept, the text below its first line is part of the body. */
function firstLines(source: string, start: number, end: number): number {
  return Math.min(end, lineAt(source, start).end);
}

function skipLineEnding(source: string, at: number): number {
  return source.startsWith("\r\n", at) ? at + 2 : at + 1;
}

const isItem = (line: string | undefined): boolean => /^\s*(?:[-+*]|\d+[.)])\s/.test(line ?? "");

/** Items of one list are joined into one list again. */
function join(chunks: readonly (readonly string[])[]): string {
  let text = "";
  for (const [index, lines] of chunks.entries()) {
    const joins = isItem(chunks[index - 1]?.at(-1)) && isItem(lines[0]);
    text += (index === 0 ? "" : joins ? "\n" : "\n\n") + lines.join("\n");
  }
  return text;
}

/** Whether the value read from a field covers all of its text. */
function holdsAll(source: string, one: FieldWithEntries, isFirst: boolean): boolean {
  const { field, entries } = one;
  const holds = holders[field.name];
  if (single.has(field.name) && !isFirst) return false;
  if (field.name === "steps" || field.name === "verification")
    return field.value.text === "" || entries.length === 0;
  const texts = [
    field.value.text,
    ...entries.map(({ start, end, prefix }) => source.slice(start + prefix.trimStart().length, end)),
  ];
  return holds === undefined || texts.every((text) => holds(text.toLowerCase()));
}

const single: ReadonlySet<FieldName> = new Set(["status", "owner", "complexity", "endpoint"]);

const hasLetters = new RegExp(`[${letters}\\d]`);
const hasWordAfterNone = new RegExp(
  String.raw`^[^${letters}]*(?:none|n\/a|无|нет)[^${letters}]+[${letters}]`,
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
  files: (text) => !hasLetters.test(withoutPaths(text)),
  endpoint: (text) => {
    const read = endpointPattern.exec(text.toUpperCase())?.[0] ?? "";
    return read.replaceAll(/[`\s]/g, "").length === text.replaceAll(/[`\s]/g, "").length;
  },
};

/** The rest of a Files value without its paths. */
function withoutPaths(text: string): string {
  const code = text.replaceAll(/`[^`]*`/g, "");
  if (code !== text) return code.replaceAll(/\b(?:and|und|et)\b/g, "");
  return text.replaceAll(/[^\s,;()]+(?=\s*(?:[,;]|$))/g, (word, at: number) =>
    /(?:^|[,;])\s*$/.test(text.slice(0, at)) ? "" : word,
  );
}
