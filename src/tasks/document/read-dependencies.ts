import { anyCase, letters } from "./letters.ts";
import { partOf } from "./source-lines.ts";
import type { DependencyReference, Located } from "./task-list.ts";

/** What a Dependencies field names, before it is known which tasks there are. */
export interface DependencyWords {
  readonly references: readonly DependencyReference[];
  readonly unparsed: readonly Located[];
}

const none = new RegExp(
  String.raw`^[*_\x60]*(?:${anyCase("(?:none|no dependenc(?:y|ies)|nothing|n/a)")}(?![${letters}\d-])|[-–—]\s*$)`,
);
const taskNumber = String.raw`(?:${anyCase("Tasks?")}\s*)?[#-]?\s*\d+\.\d+(?![${letters}\d]|\.\d)`;
const dash = String.raw`\s*(?:-|–|—|\.{2,3}|${anyCase("(?:to|through)")}\b)\s*`;
const label = String.raw`(?:\s*\((?<label>.*)\)|\s*[:–—-]\s+(?<note>[^\d\s].*))?`;
const finished = String.raw`(?:\s*(?:[✅☑✔]|\(?${anyCase("(?:is |must be )?(?:completed?|done)")}\b\)?|完成))*`;
const close = String.raw`${label}${finished}[.;*_~\x60]*$`;
const referencePattern = new RegExp(
  String.raw`^[*_~\x60[]*(?<first>${taskNumber})(?:${dash}(?<last>${taskNumber}))?(?:\]\([^)]*\))?[*_~\x60]*${close}`,
  "s",
);
const phasePattern = new RegExp(
  String.raw`^[*_]*(?:${anyCase("all")}\s+(?:${anyCase("of")}\s+)?)?${anyCase("Phases?")}\s+(?<phase>\d+)(?!\.?\d)(?:\s+${anyCase("tasks")})?[*_]*${close}`,
  "s",
);
const furtherPhase = /^(?<phase>\d+)(?:\s+tasks)?$/i;

/** Reads a Dependencies value, or one item of a list of them. What stands in parentheses or after None never counts. */
export function readDependencies(value: Located): DependencyWords {
  const references: DependencyReference[] = [];
  const unparsed: Located[] = [];
  if (none.test(value.text)) return { references, unparsed };
  for (const part of splitReferences(value)) {
    const reference = readReference(part, references.at(-1)?.kind === "phase");
    if (reference) references.push(reference);
    else if (!isAside(part.text)) unparsed.push(part);
  }
  return { references, unparsed };
}

function isAside(text: string): boolean {
  return text === "" || none.test(text) || /^\(.*\)[.;]?$/s.test(text);
}

function readReference(part: Located, afterPhase: boolean): DependencyReference | null {
  const task = referencePattern.exec(part.text);
  if (task) return taskReference(part, task);
  const phase = phasePattern.exec(part.text) ?? (afterPhase ? furtherPhase.exec(part.text) : null);
  const digits = phase?.groups?.["phase"];
  if (digits === undefined) return null;
  const numberSpan = located(part, digits, part.text.indexOf(digits));
  return { kind: "phase", start: part.start, end: part.end, phase: Number(digits), numberSpan };
}

function taskReference(part: Located, match: RegExpExecArray): DependencyReference {
  const { first = "", last, label: inParentheses, note } = match.groups ?? {};
  const words = inParentheses ?? note ?? null;
  const firstAt = part.text.indexOf(first);
  const place = { start: part.start, end: part.end, label: words };
  if (last === undefined) return { kind: "task", ...place, number: digitsOf(part, first, firstAt) };
  const lastAt = part.text.indexOf(last, firstAt + first.length);
  return {
    kind: "range",
    ...place,
    first: digitsOf(part, first, firstAt),
    last: digitsOf(part, last, lastAt),
  };
}

/** The bare number in `Task 1.2`. */
function digitsOf(part: Located, words: string, at: number): Located {
  const digits = /\d+\.\d+/.exec(words)?.[0] ?? words;
  return located(part, digits, at + words.indexOf(digits));
}

function located(part: Located, text: string, at: number): Located {
  return { text, start: part.start + at, end: part.start + at + text.length };
}

/** Parts the references at commas, semicolons and words such as `and`, but never inside parentheses. */
function splitReferences(value: Located): Located[] {
  const parts: Located[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of value.text.matchAll(
    /[()（）]|[,;，、،；]|\s(?:and|&|\+|\/|和|и)\s|[\r\n]+/gi,
  )) {
    if (token === "(" || token === "（") depth++;
    else if (token === ")" || token === "）") depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      parts.push(partOf(value, from, index));
      from = index + token.length;
    }
  }
  parts.push(partOf(value, from, value.text.length));
  return parts.map(withoutConjunction);
}

/** In `1.1, 1.2, and 1.3` the comma has already parted what `and` joins. */
function withoutConjunction(part: Located): Located {
  const conjunction = /^(?:and|&)\s+/i.exec(part.text);
  return conjunction ? partOf(part, conjunction[0].length, part.text.length) : part;
}
