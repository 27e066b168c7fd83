import { anyCase, letters } from "./letters.ts";
import { taskWord } from "./read-heading.ts";
import { partOf } from "./source-lines.ts";
import type { DependencyPart, Located } from "./task-list.ts";

const notALetter = String.raw`(?![${letters}\d-])`;
/** The words for None, in lower case, as a part of a pattern. */
export const noneWords =
  "none|no|nil|no dependenc(?:y|ies)|nothing|n/a|not applicable|independent|keine?|aucune?|ningun(?:o|a)s?|nenhuma?|nessuna?|geen|ingen|brak|нет|отсутствуют|无|無|没有|なし|없음";
const none = new RegExp(
  String.raw`^(?:[*_\x60[]*${anyCase(`(?:${noneWords})`)}${notALetter}|[*_\x60]*(?:[-–—]|\[\])\s*$)`,
);
/** The beginning of words about tasks that this task does not wait for. */
const notWaitedFor = new RegExp(
  `^(?:${anyCase("(?:blocks|enables|needed by|required by|can (?:run|start|be done|be started)|(?:in )?parallel)")}${notALetter})`,
);
const leadPattern = new RegExp(
  String.raw`^(?:${anyCase("(?:and|requires?|needs?|depends? (?:up)?on|dependent on|blocked by|after|waits? for|follows|following|builds on|(?:the )?completion of|completed?|internal)")}\s*[:：]?\s+|&\s+)+`,
);

/** The words for a task that headings have, and their forms in a sentence, as a part of a pattern. */
export const taskWords = `(?:${taskWord}[sSnN]?|${anyCase("задач(?:и|у)?|taches?")})`;
/** The word for a phase in several languages. */
export const phaseWord = "(?:phases?|фаз[аы]?|этап[аы]?|阶段|階段|단계|フェーズ|fase[ns]?|etapas?|étapes?)";
const onlyPhaseWord = new RegExp(`^${phaseWord}$`, "i");
export const isPhaseWord = (word: string): boolean => onlyPhaseWord.test(word);
const taskNumber = (end: string): string =>
  String.raw`(?:${taskWords}\s*|${anyCase("T")}(?=\d))?[#-]?\s*(?<${end}>\d+\.\d+)(?!\d|\.\d)`;
/** A dash of any kind; \u00E2\u20AC\u201C is an en dash whose bytes were read in another encoding. */
const dash = String.raw`\s*(?:[-‐‑‒–—―−~～〜→]|\u00E2\u20AC[\u201C\u201D]|\.{2,3}|…|${anyCase("(?:to|through|thru|until)")}${notALetter})\s*`;
/** What may follow a reference: a label in parentheses, a note, or words such as "must be complete". */
const tail = String.raw`(?:(?:\s+|(?=[^\x00-\x7F]))[^\d(（]*)?(?:\s*[(（].*[)）][^\d]*)?(?:\s*[:–—-]\s+[^\d\s].*)?[.;*_~\x60\]]*$`;
const taskPattern = new RegExp(
  String.raw`^[*_~\x60[]*${taskNumber("first")}(?:${dash}${taskNumber("last")})?(?:\]\([^)]*\))?[*_~\x60\]]*${tail}`,
  "ds",
);
const allWord = anyCase(
  "(?:all|every|each|alle|toutes?|tous|todas?|todos?|tutt[ei]|все|всё|全部|所有|すべて|全て|모든)",
);
const phasePattern = new RegExp(
  String.raw`^[*_]*(?:${allWord}\s+)?(?:(?:${anyCase("of|the|tasks|in|from")})\s+)*(?<word>[${letters}]{2,20})\s*(?<first>\d+)(?:${dash}(?<last>\d+))?(?!\.?\d)[*_]*${tail}`,
  "s",
);
const furtherPhase = new RegExp(String.raw`^(?<first>\d+)(?:${dash}(?<last>\d+))?(?:\s+[^\d]*)?$`);
/** Task 2.x: all of phase 2. */
const wildcardPattern = new RegExp(String.raw`^(?:${taskWords}\s*)?(?<first>\d+)\.[x*X]$`);
const allPattern = new RegExp(
  String.raw`^(?:${allWord}(?:$|[^${letters}]|(?=[^\x00-\x7F]))|${anyCase("(?:everything|(?:the )?(?:previous|preceding|prior|earlier) )")})(?<words>[^\d]*)$`,
);

/**
 * Reads the parts of a Dependencies value, or of one item of a list of them. Text in parentheses or after None never
 * counts.
 */
export function readDependencies(value: Located): readonly DependencyPart[] {
  if (none.test(value.text)) return [];
  const lead = leadingWords.exec(value.text)?.[0] ?? value.text;
  const all = readAll(partOf(value, 0, lead.length));
  const rest = all ? partOf(value, lead.length, value.text.length) : value;
  const parts: DependencyPart[] = all ? [all] : [];
  for (const words of splitParts(rest)) {
    const before = parts.findLast(({ kind }) => kind !== "words");
    const part = readPart(words, before);
    if (part.kind !== "words" || !isAside(part.text)) parts.push(part);
  }
  return parts;
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

function readPart(text: Located, before: DependencyPart | undefined): DependencyPart {
  const task = taskPattern.exec(text.text);
  if (task) return { ...text, kind: "tasks", ...endsOf(text, task) };
  const word = before?.kind === "phases" ? before.word : "";
  const phase =
    phasePattern.exec(text.text) ??
    wildcardPattern.exec(text.text) ??
    (word === "" ? null : furtherPhase.exec(text.text));
  if (!phase) return readAll(text) ?? { ...text, kind: "words" };
  const { first = "", last = first, word: own = word || "phase" } = phase.groups ?? {};
  return { ...text, kind: "phases", word: own, first: Number(first), last: Number(last) };
}

/** `All previous tasks`, `All implementation tasks`. Resolved once all tasks are known. */
function readAll(text: Located): DependencyPart | null {
  const words = allPattern.exec(text.text)?.groups?.["words"];
  return words === undefined ? null : { ...text, kind: "all", words: words.replace(/[(（].*$/s, "").trim() };
}

/** The bare numbers in `Task 1.2 - Task 1.4`. */
function endsOf(text: Located, { indices }: RegExpExecArray): { first: Located; last: Located } {
  const [from, to] = indices?.groups?.["first"] ?? [0, 0];
  const [lastFrom, lastTo] = indices?.groups?.["last"] ?? [from, to];
  return { first: partOf(text, from, to), last: partOf(text, lastFrom, lastTo) };
}

const separator = new RegExp(
  String.raw`[()（）]|[,;，、،；]|\s(?:${anyCase("(?:and|or|plus|und|oder|et|ou|и|или)")}|&|\+|\/|和|及|と|및|y|e)\s|(?:和|及|、)(?=\s*${taskWords}?\s*\d)|[\r\n]+`,
  "g",
);

/** Splits a value at commas, semicolons and words such as `and`, but never inside parentheses. */
function splitParts(value: Located): Located[] {
  const parts: Located[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of value.text.matchAll(separator)) {
    if (token === "(" || token === "（") depth++;
    else if (token === ")" || token === "）") depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      parts.push(withoutLead(partOf(value, from, index)));
      from = index + token.length;
    }
  }
  return [...parts, withoutLead(partOf(value, from, value.text.length))];
}

/** The part without `Requires` and the like, and without the `and` that a comma leaves in `1.1, and 1.2`. */
function withoutLead(part: Located): Located {
  const lead = leadPattern.exec(part.text)?.[0] ?? "";
  return partOf(part, lead.length, part.text.length);
}
