import { anyCase, letters } from "./letters.ts";
import type { Block } from "./read-blocks.ts";
import { located, partOf } from "./source-lines.ts";
import type { Located, PhaseRange, Span } from "./task-list.ts";

/** The reading of a single heading. Whether it counts depends on the rest of the list. */
export type HeadingReading =
  | TaskHeading
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
  readonly is: "task";
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
  readonly title: Located;
  readonly range: PhaseRange | null;
  /** Whether `:`, a dash or nothing follows the number, as in a heading that opens the phase. */
  readonly opens: boolean;
}

/** Emoji, bold marks or a box. Every repetition has a bound: a heading may be a megabyte long. */
const marks = String.raw`[^${letters}\d#[]{0,20}(?:\[[ xX]\][^${letters}\d#[]{0,20})?`;
/** What may come before a heading's word. */
export const lead = `^${marks}`;
/** Marks that may enclose a heading's words, or only `Task 1.1`. */
export const emphasis = String.raw`(?:\*\*|__|~~|[*_\x60])`;
/** The mark of a finished task; `[x](y)` and `[x][y]` are links. */
const doneMark = String.raw`(?:✅|\[[xX]\](?![(\[]))`;
const anyMark = new RegExp(String.raw`\x60[^\x60]*\x60|${doneMark}\s*`, "g");
export const taskWord = anyCase(
  "(?:Task|任务|任務|작업|과제|タスク|作業|Задача|Задание|Завдання|Aufgabe|Tarea|Tâche|Tarefa|Compito|Attività|Taak|Zadanie|Uppgift|Opgave|Görev|Công việc|المهمة|कार्य)",
);
const isTaskWord = new RegExp(`^${taskWord}$`);
/** `Task 1.2: …`, `Story 1.2 ✅ - …`, `1.2 …` */
const taskPattern = new RegExp(
  String.raw`${lead}(?<word>${taskWord}|[${letters}]{0,20})${marks}#?\s*(?<phase>\d+)\.(?<seq>\d+)(?![${letters}\d]|\.\d)[*_~\x60)]{0,4}\s*${doneMark}?\s*[:：—–.)-]?\s*`,
);
/** `Phase 2: …`, `Group 7: …`, `第1阶段`, `2단계`, `3. …` */
const phasePattern = new RegExp(
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
/** `3`, `1.2.1`, `A.1`, `no. 2`, and, in front of a title, `B` and `two` */
const numberLike = String.raw`(?:(?:[${letters}]{1,9}\.\s*)?(?=[${letters}-]*\d)[${letters}\d.-]+|(?:[A-Z]|[IVX]+|${anyCase("(?:one|two|three|four|five|six|seven|eight|nine|ten)")})(?=\s*(?:[:：]|$)|\s[—–-]\s))`;
/** `Task: …`, `Task 3 …`, `[Task 1.2] …`, `Tasks 1.2: …`, but not the heading of several tasks, `Tasks 1.1-1.4: …`. */
const unreadTask = new RegExp(
  String.raw`${lead}\[?${taskWord}(?:\s*[:：]|\s+[—–-]\s|[^${letters}\d]{0,20}${numberLike}|s\s*\d+\.\d+(?=\s*(?:[:：]|$)|\s[—–-]\s\D))`,
);

/** Reads the text of a heading: a task's, a phase's, one that looks like a task's, or any other. */
export function readHeading(source: string, block: Block): HeadingReading {
  const text = located(source, block.textStart, block.textEnd);
  const task = taskPattern.exec(text.text);
  const own = task && { word: task.groups?.["word"] ?? "", reading: readTaskHeading(text, task, block) };
  if (own && isTaskWord.test(own.word)) return own.reading;
  const phase = phasePattern.exec(text.text);
  const group = phase && readPhaseWords(text, phase);
  if (group && /phase\s+\d+\b/i.test(phase[0])) return { is: "phase", ...group };
  const otherwise = { group, own: own && { ...own, word: own.word.toLowerCase() } };
  const words = unreadTask.exec(text.text)?.[0];
  if (words === undefined) return { is: "other", ...otherwise };
  return { ...unread(whyUnread(text.text), numberIn(words)), ...otherwise };
}

const unread = (because: string, number: string | null) =>
  ({ is: "unread-task", because, number, group: null, own: null }) as const;

function readTaskHeading(text: Located, match: RegExpExecArray, { depth }: Block): HeadingReading {
  if (depth !== 3 && depth !== 4)
    return unread(`a task's heading is ### or ####, not ${"#".repeat(depth)}`, numberIn(match[0]));
  const { phase = "", seq = "" } = match.groups ?? {};
  if (![phase, seq].every((part) => Number.isSafeInteger(Number(part))))
    return unread("its number is too large to be read exactly", `${phase}.${seq}`);
  const digits = text.text.indexOf(`${phase}.${seq}`);
  const words = wordsAfter(text.text, match[0]);
  const start = words.start + (openingMark.exec(text.text.slice(words.start))?.[0].length ?? 0);
  const closing = closingMark.exec(text.text.slice(start));
  const end = closing ? start + closing.index : text.text.length;
  return {
    is: "task",
    phase: Number(phase),
    seq: Number(seq),
    number: partOf(text, digits, digits + phase.length + seq.length + 1),
    title: partOf(text, start, withoutEmphasis(text.text, start, end, words.open)),
    mark: findMark(text, closing ? { start: end, end: text.text.length } : null),
  };
}

/**
 * Where the words after a heading's number start, and the emphasis around them that opens before the number, as in
 * `**Task 1.1: Title** 🔄`. In `**Task 1.1:** Title` it closes before the words.
 */
function wordsAfter(text: string, head: string) {
  const start = head.length;
  const before = head.slice(0, head.search(/\d/));
  const [mark, ...more] = before.match(everyEmphasis) ?? [];
  if (mark === undefined || more.length > 0 || head.slice(before.length).includes(mark))
    return { start, open: "" };
  if (!text.startsWith(mark, start)) return { start, open: mark };
  return { start: text.length - text.slice(start + mark.length).trimStart().length, open: "" };
}

/** The end of words whose emphasis closes after them. */
function withoutEmphasis(text: string, start: number, end: number, open: string): number {
  const closing = open === "" ? -1 : text.indexOf(open, start);
  const after = text.slice(closing + open.length, end);
  const isClosed = closing >= 0 && closing < end && !anyLetter.test(after);
  return isClosed ? closing : end;
}

const everyEmphasis = new RegExp(emphasis, "g");
const anyLetter = new RegExp(`[${letters}\\d]`);

/** Finds the mark of a finished task: before the word Task, or before, in or after the title, but not in code. */
function findMark(text: Located, closing: Span | null): Span | null {
  if (closing) return { start: text.start + closing.start, end: text.start + closing.end };
  const found = [...text.text.matchAll(anyMark)].find(([words]) => !words.startsWith("`"));
  if (!found) return null;
  const start = text.start + found.index;
  return { start, end: start + found[0].length };
}

function readPhaseWords(text: Located, match: RegExpExecArray): PhaseWords {
  const { word = "", suffix = "", phase = "", separator } = match.groups ?? {};
  const range = rangePattern.exec(text.text);
  const { start, open } = wordsAfter(text.text, match[0]);
  const end = Math.max(start, range?.index ?? text.text.length);
  return {
    word: word + suffix,
    phase: Number(phase),
    title: partOf(text, start, withoutEmphasis(text.text, start, end, open)),
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
  return "a task's heading begins with Task and its number, as in Task 1.2: Title";
}
