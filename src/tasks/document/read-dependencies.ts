import { anyCase, letters } from "./letters.ts";
import { partOf } from "./source-lines.ts";
import type { DependencyReference, Located } from "./task-list.ts";

/** The references in a Dependencies field, before the list's tasks are known. */
export interface DependencyWords {
  readonly references: readonly DependencyReference[];
  /** Words that don't have the form of a reference. They may still be a task's id or title. */
  readonly unparsed: readonly Located[];
}

const notALetter = String.raw`(?![${letters}\d-])`;
const noneWords =
  "none|no|nil|no dependenc(?:y|ies)|nothing|n/a|not applicable|independent|keine?|aucune?|ningun(?:o|a)s?|nenhuma?|nessuna?|geen|ingen|brak|нет|отсутствуют|无|無|没有|なし|없음";
const none = new RegExp(String.raw`^[*_\x60]*(?:${anyCase(`(?:${noneWords})`)}${notALetter}|[-–—]\s*$)`);
/** The beginning of words about tasks that this task does not wait for. */
const notWaitedFor = new RegExp(
  `^(?:${anyCase("(?:blocks|enables|needed by|required by|can (?:run|start|be done|be started)|(?:in )?parallel)")}${notALetter})`,
);
const leadPattern = new RegExp(
  String.raw`^(?:${anyCase("(?:requires?|needs?|depends? (?:up)?on|dependent on|blocked by|after|waits? for|follows|following|builds on|(?:the )?completion of|completed?|internal)")}\s*[:：]?\s+)+`,
);

/** The word for task in several languages, as a part of a pattern. */
export const taskWord = anyCase(
  "(?:Tasks?|任务|任務|タスク|작업|задач(?:а|и|у)?|Aufgaben?|T(?:â|a)ches?|Tareas?|Tarefas?)",
);
const taskNumber = String.raw`(?:${taskWord}\s*|${anyCase("T")}(?=\d))?[#-]?\s*\d+\.\d+(?![\d]|\.\d)`;
/** A dash of any kind; \u00E2\u20AC\u201C is an en dash whose bytes were read in another encoding. */
const dash = String.raw`\s*(?:[-‐‑‒–—―−~～〜→]|\u00E2\u20AC[\u201C\u201D]|\.{2,3}|…|${anyCase("(?:to|through|thru|until)")}${notALetter})\s*`;
/** What may follow a reference: a label in parentheses, a note, or words such as "must be complete". */
const tail = String.raw`(?:(?:\s+|(?=[^\x00-\x7F]))[^\d(（]*)?(?:\s*[(（].*[)）][^\d]*)?(?:\s*[:–—-]\s+[^\d\s].*)?[.;*_~\x60\]]*$`;
const referencePattern = new RegExp(
  String.raw`^[*_~\x60[]*(?<first>${taskNumber})(?:${dash}(?<last>${taskNumber}))?(?:\]\([^)]*\))?[*_~\x60\]]*${tail}`,
  "s",
);
const allWord = anyCase(
  "(?:all|every|each|alle|toutes?|tous|todas?|todos?|tutt[ei]|все|всё|全部|所有|すべて|全て|모든)",
);
const phasePattern = new RegExp(
  String.raw`^[*_]*(?:${allWord}\s+)?(?:(?:${anyCase("of|the|tasks|in|from")})\s+)*(?<word>[${letters}]{2,20})\s*(?<phase>\d+)(?:${dash}(?<last>\d+))?(?!\.?\d)[*_]*${tail}`,
  "s",
);
const furtherPhase = new RegExp(String.raw`^(?<phase>\d+)(?:${dash}(?<last>\d+))?(?:\s+[^\d]*)?$`);
/** Task 2.x: all of phase 2. */
const wildcardPattern = new RegExp(String.raw`^(?:${taskWord}\s*)?(?<phase>\d+)\.[x*X]$`);
const allPattern = new RegExp(
  String.raw`^(?:${allWord}(?:$|[^${letters}]|(?=[^\x00-\x7F]))|${anyCase("(?:everything|(?:the )?(?:previous|preceding|prior|earlier) )")})(?<words>[^\d]*)$`,
);

/** Reads a Dependencies value, or one item of a list of them. Text in parentheses or after None never counts. */
export function readDependencies(value: Located): DependencyWords {
  const references: DependencyReference[] = [];
  const unparsed: Located[] = [];
  if (none.test(value.text)) return { references, unparsed };
  const lead = leadingWords.exec(value.text)?.[0] ?? value.text;
  const all = readAll(partOf(value, 0, lead.length));
  if (all) references.push(all);
  const rest = all ? partOf(value, lead.length, value.text.length) : value;
  for (const part of splitReferences(rest).map(withoutLead)) {
    const reference = readReference(part, references.at(-1));
    if (reference) references.push(reference);
    else if (!isAside(part.text)) unparsed.push(part);
  }
  return { references, unparsed };
}

/**
 * `All implementation and test tasks` before a comma: its `and` separates no references. In `All setup, core and UI
 * tasks` the commas don't, either.
 */
const leadingWords =
  /^[^\d(),;，、；（）]+(?:(?=[,;，、；].*\d)|(?<=(?<!\p{L})(?:tasks|items|steps|phases|work))(?=[,;，、；]))/isu;

function isAside(text: string): boolean {
  return text === "" || none.test(text) || notWaitedFor.test(text) || /^\(.*\)[.;]?$/s.test(text);
}

function withoutLead(part: Located): Located {
  const lead = leadPattern.exec(part.text);
  return lead ? partOf(part, lead[0].length, part.text.length) : part;
}

/** `All previous tasks`, `All implementation tasks`. Resolved once all tasks are known. */
function readAll({ text, start, end }: Located): DependencyReference | null {
  const words = allPattern.exec(text)?.groups?.["words"];
  return words === undefined ? null : { kind: "all", start, end, words: withoutLabel(words) };
}

const withoutLabel = (words: string): string => words.replace(/[(（].*$/s, "").trim();

function readReference(part: Located, before: DependencyReference | undefined): DependencyReference | null {
  const task = referencePattern.exec(part.text);
  if (task) return taskReference(part, task);
  const word = before?.kind === "phase" ? before.word : "";
  const phase = phasePattern.exec(part.text) ?? wildcardPattern.exec(part.text);
  if (phase) return phaseReference(part, phase, phase.groups?.["word"] ?? "phase");
  const further = word === "" ? null : furtherPhase.exec(part.text);
  return further ? phaseReference(part, further, word) : readAll(part);
}

function phaseReference(part: Located, match: RegExpExecArray, word: string): DependencyReference {
  const { phase = "", last = phase } = match.groups ?? {};
  return {
    kind: "phase",
    start: part.start,
    end: part.end,
    word,
    phase: Number(phase),
    last: Number(last),
  };
}

function taskReference(part: Located, match: RegExpExecArray): DependencyReference {
  const { first: words = "", last } = match.groups ?? {};
  const at = part.text.indexOf(words);
  const { start, end } = part;
  const first = digitsOf(part, words, at);
  if (last === undefined) return { kind: "task", start, end, number: first };
  const lastAt = part.text.indexOf(last, at + words.length);
  return { kind: "range", start, end, first, last: digitsOf(part, last, lastAt) };
}

/** The bare number in `Task 1.2`. */
function digitsOf(part: Located, words: string, at: number): Located {
  const digits = /\d+\.\d+/.exec(words)?.[0] ?? words;
  const start = part.start + at + words.indexOf(digits);
  return { text: digits, start, end: start + digits.length };
}

const separator = new RegExp(
  String.raw`[()（）]|[,;，、،；]|\s(?:${anyCase("(?:and|or|plus|und|oder|et|ou|и|или)")}|&|\+|\/|和|及|と|및|y|e)\s|(?:和|及|、)(?=\s*(?:${taskWord})?\s*\d)|[\r\n]+`,
  "g",
);

/** Splits the references at commas, semicolons and words such as `and`, but never inside parentheses. */
function splitReferences(value: Located): Located[] {
  const parts: Located[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of value.text.matchAll(separator)) {
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

/** In `1.1, 1.2, and 1.3`, the comma has already split the references, which leaves `and` at the start of one. */
function withoutConjunction(part: Located): Located {
  const conjunction = /^(?:and|&)\s+/i.exec(part.text);
  return conjunction ? partOf(part, conjunction[0].length, part.text.length) : part;
}
