import { anyCase, letters } from "./letters.ts";
import type { Block } from "./read-blocks.ts";
import { located, partOf } from "./source-lines.ts";
import type { Located, PhaseRange, Span } from "./task-list.ts";

/** The reading of a single heading. Whether it counts depends on the rest of the list. */
export type HeadingReading =
  | ({ readonly is: "task" } & TaskHeading)
  | ({ readonly is: "phase" } & PhaseWords)
  /** `number` follows the word, such as `3` or `1.2.1`; null if it is missing. */
  | ({ readonly is: "unread-task"; readonly because: string; readonly number: string | null } & Otherwise)
  | ({ readonly is: "other" } & Otherwise);

/** What a heading may be, judged by the rest of the list. */
interface Otherwise {
  /** The phase that it opens if tasks of that number are under it. */
  readonly group: PhaseWords | null;
  readonly own: OwnTask | null;
}

/** How a heading is read if the list uses its word for tasks. */
interface OwnTask {
  /** The word before the number, as in `### Story 1.1: …`, in lower case; empty for `### 1.1 …`. */
  readonly word: string;
  readonly reading: HeadingReading;
}

export interface TaskHeading {
  readonly phase: number;
  readonly seq: number;
  readonly number: Located;
  readonly title: Located;
  readonly mark: Span | null;
}

export interface PhaseWords {
  /** The heading's word for the phase: `Phase`, `Group`, `Этап`; empty if it has only a number. */
  readonly word: string;
  readonly phase: number;
  readonly number: Located;
  readonly title: Located;
  readonly range: PhaseRange | null;
  /** Whether `:`, a dash or nothing follows the number, as in a heading that opens the phase. */
  readonly opens: boolean;
}

/** Emoji, bold marks or a box before the word. Every repetition has a bound: a heading may be a megabyte long. */
export const lead = String.raw`^[^${letters}\d#[]{0,20}(?:\[[ xX]\])?[^${letters}\d#[]{0,20}`;
/** Marks that may enclose a heading's words, or only `Task 1.1`. */
export const emphasis = String.raw`(?:\*\*|__|~~|[*_\x60])`;
const everyEmphasis = new RegExp(emphasis, "g");
/** The mark of a finished task; `[x](y)` and `[x][y]` are links. */
const doneMark = String.raw`(?:✅|\[[xX]\](?![(\[]))`;
const anyMark = new RegExp(String.raw`\x60[^\x60]*\x60|${doneMark}\s*`, "g");
const taskWords =
  "Task|任务|任務|작업|과제|タスク|作業|Задача|Задание|Завдання|Aufgabe|Tarea|Tâche|Tarefa|Compito|Attività|Taak|Zadanie|Uppgift|Opgave|Görev|Công việc|المهمة|कार्य";
const taskHead = (word: string): RegExp =>
  new RegExp(
    String.raw`${lead}(?<word>${word})\s*[#-]?\s*(?<phase>\d+)\.(?<seq>\d+)(?![${letters}\d]|\.\d)${emphasis}?\s*(?<mark>${doneMark})?\s*(?<separator>[:：—–.)-]|$)?\s*`,
  );
const taskPattern = taskHead(anyCase(`(?:${taskWords})`));
const anyTaskPattern = taskHead(`(?:[${letters}]{1,20})?`);
const phasePattern = new RegExp(
  String.raw`${lead}(?<word>${anyCase("Phase")})\s+(?<phase>\d+)(?![${letters}\d]|\.\d)${emphasis}?\s*(?<separator>[:：—–.-]|$)?\s*`,
);
/** `Group 7: …`, `第1阶段`, `2단계`, `3. …` */
const groupPattern = new RegExp(
  String.raw`${lead}(?<word>[${letters}]{0,20})\s*[#-]?\s*(?<phase>\d+)(?<suffix>[${letters}]{0,10})(?!\d|\.\d|\s*[–—-]\s*\d)${emphasis}?\s*(?<separator>[:：—–.)-]|$)?\s*`,
);
const rangePattern =
  /\(\s*Tasks?\s+(?<first>\d+\.\d+)(?:\s*(?:-|–|—|to|through)\s*(?:Task\s+)?(?<last>\d+\.\d+))?\s*\)/i;
/** A mark or an open box before the title, which is not part of the title. */
const openingMark = new RegExp(String.raw`^(?:${doneMark}|\[ \](?![(\[]))\s*`);
const closingTick = String.raw`(?:✅|\[[xX]\])`;
const closingWord = "(?:completed?|done|finished)";
const bold = String.raw`(?:\*\*|__)?`;
/** `✅`, `✅ DONE`, or only the word if it is in parentheses or after a dash: `(DONE)`, `- COMPLETED ✅`. */
export const closingMark = new RegExp(
  String.raw`\s{0,9}${bold}(?:${closingTick}\s{0,9}${bold}\s{0,9}${closingWord}?|(?:\(|\[|(?<=\s)[-–—]\s)\s{0,9}${closingTick}?\s{0,9}${bold}${closingWord}${bold}[)\]]?\s{0,9}${closingTick}?)[.!]?${bold}$`,
  "i",
);
export const taskWord = anyCase(`(?:${taskWords})`);
const numberlessTask = new RegExp(
  String.raw`${lead}${taskWord}(?:\s*[:：]|\s+[—–-]\s|\s*[#-]?\s*(?=[${letters}-]*\d)[${letters}\d.-]+)`,
);

/** Reads the text of a heading: a task's, a phase's, one that looks like a task's, or any other. */
export function readHeading(source: string, block: Block): HeadingReading {
  const text = located(source, block.textStart, block.textEnd);
  const task = taskPattern.exec(text.text);
  if (task) return readTaskHeading(text, task, block);
  const phase = phasePattern.exec(text.text);
  if (phase) return { is: "phase", ...readPhaseWords(text, phase) };
  const anyTask = anyTaskPattern.exec(text.text);
  const group = groupPattern.exec(text.text);
  const otherwise = {
    group: group && readPhaseWords(text, group),
    own: anyTask && {
      word: (anyTask.groups?.["word"] ?? "").toLowerCase(),
      reading: readTaskHeading(text, anyTask, block),
    },
  };
  const numberless = numberlessTask.exec(text.text)?.[0];
  if (numberless === undefined) return { is: "other", ...otherwise };
  return unread(whyUnread(text.text), numberIn(numberless), otherwise);
}

const unread = (
  because: string,
  number: string | null,
  otherwise: Otherwise = { group: null, own: null },
): HeadingReading => ({ is: "unread-task", because, number, ...otherwise });

function readTaskHeading(text: Located, match: RegExpExecArray, { depth }: Block): HeadingReading {
  if (depth !== 3 && depth !== 4)
    return unread(`a task's heading is ### or ####, not ${"#".repeat(depth)}`, numberIn(match[0]));
  const { word = "", phase = "", seq = "", mark } = match.groups ?? {};
  if (![phase, seq].every((part) => Number.isSafeInteger(Number(part))))
    return unread("its number is too large to be read exactly", `${phase}.${seq}`);
  const digits = text.text.indexOf(`${phase}.${seq}`);
  const emphasized = openEmphasis(match[0], word || phase);
  const wordsStart = skip(text.text, match[0].length, emphasized);
  const titleStart = wordsStart + (openingMark.exec(text.text.slice(wordsStart))?.[0].length ?? 0);
  const rest = text.text.slice(titleStart);
  const closing = closingMark.exec(rest);
  const titleEnd = titleStart + (closing?.index ?? rest.length);
  return {
    is: "task",
    phase: Number(phase),
    seq: Number(seq),
    number: partOf(text, digits, digits + phase.length + seq.length + 1),
    title: partOf(text, titleStart, endOf(text.text, titleStart, titleEnd, emphasized)),
    mark: findMark(text, match[0], mark, closing ? { start: titleEnd, end: text.text.length } : null),
  };
}

/** The emphasis that opens before the word and does not close before the title; empty if there is none. */
function openEmphasis(head: string, word: string): string {
  const lead = head.slice(0, head.indexOf(word));
  const marks = lead.match(everyEmphasis) ?? [];
  const [first = ""] = marks;
  const isOpen = marks.length === 1 && !head.slice(lead.length).includes(first);
  return isOpen ? first : "";
}

/** The start of the title if the emphasis closes right there, as in `**Task 1.1:** Title`. */
function skip(text: string, start: number, emphasized: string): number {
  if (emphasized === "" || !text.startsWith(emphasized, start)) return start;
  const after = start + emphasized.length;
  return after + (/^\s*/.exec(text.slice(after))?.[0].length ?? 0);
}

/** The end of the title if the emphasis closes after it, as in `**Task 1.1: Title** 🔄`. */
function endOf(text: string, start: number, end: number, emphasized: string): number {
  if (emphasized === "") return end;
  const [words = "", after, ...more] = text.slice(start, end).split(emphasized);
  const isClosed = after !== undefined && more.length === 0 && !anyLetter.test(after);
  return isClosed ? start + words.length : end;
}

const anyLetter = new RegExp(`[${letters}\\d]`);

/** Finds the mark of a finished task: before the word Task, or before, in or after the title, but not in code. */
function findMark(text: Located, head: string, mark: string | undefined, closing: Span | null): Span | null {
  if (closing) return { start: text.start + closing.start, end: text.start + closing.end };
  const found = [...text.text.matchAll(anyMark)].find(([words]) => !words.startsWith("`"));
  if (!found) return null;
  const length = mark && found.index < head.length ? mark.length : found[0].length;
  return { start: text.start + found.index, end: text.start + found.index + length };
}

function readPhaseWords(text: Located, match: RegExpExecArray): PhaseWords {
  const { word = "", suffix = "", phase = "", separator } = match.groups ?? {};
  const digits = text.text.indexOf(phase, text.text.indexOf(word));
  const range = rangePattern.exec(text.text);
  const emphasized = openEmphasis(match[0], word || phase);
  const start = skip(text.text, match[0].length, emphasized);
  const end = Math.max(start, range?.index ?? text.text.length);
  return {
    word: word + suffix,
    phase: Number(phase),
    number: partOf(text, digits, digits + phase.length),
    title: partOf(text, start, endOf(text.text, start, end, emphasized)),
    range: range && readRange(text, range),
    opens: separator !== undefined || range?.index === match[0].length,
  };
}

function readRange(text: Located, match: RegExpExecArray): PhaseRange {
  const { first = "", last = first } = match.groups ?? {};
  const firstAt = match.index + match[0].indexOf(first);
  const lastAt = match.index + match[0].lastIndexOf(last);
  return {
    start: text.start + match.index,
    end: text.start + match.index + match[0].length,
    first: partOf(text, firstAt, firstAt + first.length),
    last: partOf(text, lastAt, lastAt + last.length),
  };
}

const numberIn = (words: string): string | null => /\d+(?:\.\d+)*/.exec(words)?.[0] ?? null;

function whyUnread(text: string): string {
  if (/\d+\.\d+\.\d/.test(text)) return "a task's number has two parts, such as 1.2";
  if (/\d/.test(text) && !/task/i.test(text)) return 'the heading of a task begins with "Task"';
  return "a task's heading needs a number, as in Task 1.2: Title";
}
