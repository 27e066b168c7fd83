import { canonicalLabel } from "../read-labels.ts";
import { lineAt } from "../source-lines.ts";
import type { Field, ListEntry, Task, TaskList, VerificationItem } from "../task-list.ts";
import {
  emptyLabelLine,
  endOf,
  indentUnder,
  partFromBelow,
  replaceValue,
  withoutField,
  withoutLines,
} from "./label-line.ts";
import type { TextEdit } from "./revise.ts";
import { findField, insertAt, replaceSpan } from "./revise.ts";
import type { TaskFacts } from "./task-facts.ts";

/** Writes the steps of a task. A step that stays keeps the text nested below it. */
export function writeSteps(list: TaskList, task: Task, texts: TaskFacts["steps"]): readonly TextEdit[] {
  const { steps, form, fields } = task;
  // In the compact form, every bullet without a label is a step.
  const isBulleted = form === "compact" && !fields.some(({ name }) => name === "steps");
  const bullet = /^\s*([-*+])/.exec(steps[0]?.prefix ?? "")?.[1] ?? (isBulleted ? "-" : undefined);
  return writeItems(list, task, "steps", texts, (at) => bullet ?? `${at + 1}.`);
}

/** Writes the criteria of a task. For criteria whose text stays, changes only the box. */
export function writeVerification(
  list: TaskList,
  task: Task,
  wanted: TaskFacts["verification"],
): readonly TextEdit[] {
  const items = task.verification;
  const isSame = items.length === wanted.length && items.every(({ text }, at) => text === wanted[at]?.text);
  if (isSame)
    return items.flatMap((item, at) => (item.checked === wanted[at]?.checked ? [] : turn(list, item)));
  const texts = wanted.map(({ text }) => text);
  return writeItems(list, task, "verification", texts, (at) => `- [${wanted[at]?.checked ? "x" : " "}]`);
}

/** Ticks or unticks an item, adding a box if it has none. */
function turn(list: TaskList, item: VerificationItem): readonly TextEdit[] {
  const { box, checked, textSpan } = item;
  if (box) return [replaceSpan(box, checked ? "[ ]" : "[x]")];
  if (item.code && item.field) return [replaceValue(list, item.field, "[x]")];
  return item.prefix === "" ? moveUnderLabel(list, item) : [insertAt(textSpan.start, "[x] ")];
}

/** `**Verification**: text` becomes the label, and `- [x] text` under it. */
function moveUnderLabel(list: TaskList, { field, textSpan }: VerificationItem): readonly TextEdit[] {
  if (!field) return [];
  const { source, lineEnding: eol } = list;
  const { offset, length, text } = emptyLabelLine(list, field);
  const end = Math.max(offset + length, textSpan.end);
  const item = `${eol}${indentUnder(field)}- [x] ${source.slice(textSpan.start, textSpan.end)}`;
  return [{ offset, length: end - offset, text: text + item }, ...partFromBelow(list, field, end)];
}

/** Whether a text says an entry in other words: at least half of the entry's words are in it. */
function isReworded({ text: before }: ListEntry, after: string): boolean {
  const words = before.split(/\s+/);
  const kept = new Set(after.split(/\s+/));
  return words.filter((word) => kept.has(word)).length * 2 >= words.length;
}

/** The new lines. An entry that already exists or is only reworded keeps the text nested below it. */
function asWritten(
  { source }: TaskList,
  entries: readonly ListEntry[],
  texts: readonly string[],
): readonly string[] {
  const left = entries.filter(({ prefix }) => prefix !== "");
  const reworded = texts.length === left.length ? left.filter((entry) => !texts.includes(entry.text)) : [];
  const places = new Map(reworded.map((entry) => [left.indexOf(entry), entry]));
  return texts.map((text, index) => {
    const at = left.findIndex((entry) => entry.text === text);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    if (same) return source.slice(same.textSpan.start, Math.max(same.textSpan.end, same.end));
    const before = places.get(index);
    if (before === undefined || !isReworded(before, text)) return text;
    return text + source.slice(before.textEnd, Math.max(before.textEnd, before.end));
  });
}

/** Writes a list field: replaces its entries, or adds the field at the task's end if it has none. */
function writeItems(
  list: TaskList,
  task: Task,
  name: "steps" | "verification",
  texts: readonly string[],
  markerOf: (at: number) => string,
): readonly TextEdit[] {
  const items = asWritten(list, task[name], texts).map((text, at) => `${markerOf(at)} ${text}`);
  const [field, ...repeated] = task.fields.filter((one) => one.name === name);
  const entries = task[name];
  if (field)
    return [
      ...replaceList(list, field, entries, items),
      ...repeated.filter(({ form }) => form !== "inline").map((one) => withoutField(list, one)),
    ];
  return entries.length > 0
    ? replaceEntries(list, entries, items)
    : [appendItems(list, task, canonicalLabel[name], items)];
}

/** Replaces all of a field's content: the value on the label's line, and the list below it. */
function replaceList(
  list: TaskList,
  field: Field,
  entries: readonly ListEntry[],
  items: readonly string[],
): readonly TextEdit[] {
  const { offset, length, text } = emptyLabelLine(list, field);
  // A list below the line belongs to the last label on it.
  const end = text === "" ? endOf(field) : offset + length;
  const written = { offset, length: end - offset, text: text + itemsUnder(list, field, entries, items) };
  return entries[0]?.prefix ? [written] : [written, ...partFromBelow(list, field, end)];
}

function itemsUnder(
  list: TaskList,
  field: Field,
  [first]: readonly ListEntry[],
  items: readonly string[],
): string {
  const { lineEnding: eol } = list;
  const indent = first?.prefix ? /^[ \t]*/.exec(first.prefix)?.[0] : indentUnder(field);
  const gap = field.prefix === "" ? gapUnder(list, field) : eol;
  return gap + items.map((item) => `${indent}${item}`).join(eol);
}

/** The existing gap between the label and its list; without a list, a blank line. */
function gapUnder({ source, lineEnding: eol }: TaskList, { line, end }: Field): string {
  const gap = /^(?:[ \t]*(?:\r\n|\n|\r))+/.exec(source.slice(line.end, end))?.[0];
  return gap ?? eol + eol;
}

/** Replaces entries that have no label, such as the steps of the compact form, at the place of the first one. */
function replaceEntries(
  list: TaskList,
  entries: readonly ListEntry[],
  items: readonly string[],
): readonly TextEdit[] {
  // Nested entries are replaced with the outer one.
  const [first, ...others] = entries.filter(
    ({ start, end }) => !entries.some((outer) => outer.start < start && end <= outer.end),
  );
  if (!first) return [];
  const marker = /^\s*/.exec(first.prefix)?.[0] ?? "";
  const text = items.map((item) => marker + item).join(list.lineEnding);
  const { start } = lineAt(list.source, first.start);
  return [
    { offset: start, length: first.end - start, text },
    ...others.map((entry) => withoutEntry(list, entry)),
  ];
}

const withoutEntry = (list: TaskList, { start, end }: ListEntry): TextEdit =>
  withoutLines(list, { start: lineAt(list.source, start).start, end });

function appendItems(list: TaskList, task: Task, label: string, items: readonly string[]): TextEdit {
  const { lineEnding: eol } = list;
  if (task.form === "compact") {
    const written = label === "Steps" ? items : [`- ${label}:`, ...items.map((item) => `  ${item}`)];
    // Inserted after the bullets, so that text after them stays attached.
    const bullets = [
      ...task.fields.filter(({ form }) => form === "compact"),
      ...task.steps,
      ...task.verification,
    ];
    return insertAt(Math.max(...bullets.map(({ end }) => end)), ["", ...written].join(eol));
  }
  const verification = label === "Steps" ? findField(task, "verification") : undefined;
  if (verification && verification.prefix !== "") {
    const steps = items.map((item) => indentUnder(verification) + item);
    const text = [`${verification.prefix}${label}:`, ...steps, ""].join(eol);
    return insertAt(verification.line.start, text);
  }
  const block = [`**${label}**:`, "", ...items].join(eol);
  return verification
    ? insertAt(verification.line.start, block + eol + eol)
    : insertAt(task.span.end, eol + eol + block);
}

/** Writes a task's proof lines, below its criteria if it has none yet. Deletes outdated lines and adds new ones. */
export function writeProof(list: TaskList, task: Task, wanted: TaskFacts["proof"]): readonly TextEdit[] {
  const lines = [...wanted];
  const outdated = task.proof.filter(({ text }) => text !== lines[0] || lines.shift() === undefined);
  const field = findField(task, "proof");
  if (!field) return newProof(list, task, lines);
  const { lineEnding: eol } = list;
  const first = task.proof.find(({ prefix }) => prefix !== "");
  const marker = first ? (/^[ \t]*[-+*] /.exec(first.prefix)?.[0] ?? "- ") : `${indentUnder(field)}- `;
  const end = Math.max(field.line.end, field.end);
  const removed = outdated.filter(({ prefix }) => prefix !== "").map((entry) => withoutEntry(list, entry));
  return [...removed, insertAt(end, lines.map((line) => eol + marker + line).join(""))];
}

function newProof(list: TaskList, task: Task, lines: readonly string[]): readonly TextEdit[] {
  const { lineEnding: eol } = list;
  const criteria = findField(task, "verification");
  const ends = [
    criteria ? Math.max(criteria.line.end, criteria.end) : 0,
    ...task.verification.map(({ end }) => end),
  ];
  const offset = Math.max(task.heading.end, ...ends);
  const isFull = task.form === "full";
  const prefix = isFull ? "" : (criteria?.prefix ?? "- ");
  const head = isFull ? ["", "", "**Proof**:"] : ["", `${prefix}Proof:`];
  const text = [...head, ...lines.map((line) => `${indentUnder({ prefix })}- ${line}`)].join(eol);
  return [insertAt(offset, text), ...(isFull ? partFromBelow(list, { prefix }, offset) : [])];
}
