import type { Field, ListEntry, Task, TaskList, VerificationItem } from "../task-list.ts";
import { canonicalLabel } from "../task-list.ts";
import { fieldsNamed, findField } from "../task-queries.ts";
import {
  endOfLabel,
  indentUnder,
  isInside,
  isWithin,
  outermost,
  partFromBelow,
  replaceBelow,
  withoutEntries,
  withoutEntry,
  withoutField,
} from "./label-line.ts";
import type { TextEdit } from "./revise.ts";
import { applyTextEdits, insertAt, replaceSpan } from "./revise.ts";
import type { TaskFacts } from "./task-facts.ts";

/** Writes the steps of a task. A step that stays keeps the text nested below it. */
export function writeSteps(list: TaskList, task: Task, texts: TaskFacts["steps"]): readonly TextEdit[] {
  const { steps, form } = task;
  // In the compact form, every bullet without a label is a step.
  const isBulleted = form === "compact" && !findField(task, "steps");
  const bullet = /^\s*([-*+])/.exec(steps[0]?.prefix ?? "")?.[1] ?? (isBulleted ? "-" : undefined);
  return writeItems(list, task, "steps", texts, (_, position) => bullet ?? `${position + 1}.`);
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
  const { box, checked, textSpan, field } = item;
  if (box) return [replaceSpan(box, checked ? "[ ]" : "[x]")];
  if (!field || item.prefix !== "") return [insertAt(textSpan.start, "[x] ")];
  if (item.code) return [insertAt(endOfLabel(list.source, field), " [x]")];
  return moveUnderLabel(list, field, "- [x]");
}

/** Makes the text of a field the first item of the list under its label. */
function moveUnderLabel(list: TaskList, field: Field, marker: string): readonly TextEdit[] {
  const { start, end } = field.value;
  const text = list.source.slice(start, end);
  return replaceBelow(list, field, `${list.lineEnding}${indentBelow(field)}${marker} ${text}`, end);
}

/** Whether a text says an entry in other words: at least half of the entry's words are in it. */
function isReworded({ text: before }: ListEntry, after: string): boolean {
  const words = before.split(/\s+/);
  const kept = new Set(after.split(/\s+/));
  return words.filter((word) => kept.has(word)).length * 2 >= words.length;
}

/** The existing entry of each new text: the same, or the one in its place if the text only rewords it. */
function keptEntries(
  entries: readonly ListEntry[],
  texts: readonly string[],
): readonly (ListEntry | undefined)[] {
  const left = entries.filter(({ prefix }) => prefix !== "");
  const inPlace = texts.length === left.length ? [...left] : [];
  return texts.map((text, index) => {
    const at = left.findIndex((entry) => entry.text === text);
    if (at >= 0) return left.splice(at, 1)[0];
    const before = inPlace[index];
    return before && !texts.includes(before.text) && isReworded(before, text) ? before : undefined;
  });
}

/**
 * The items of the new list. An entry that stays or is reworded keeps the text nested below it; entries nested there
 * stay in it if they are the next ones wanted, and become items of the list otherwise.
 */
function* itemsOf(
  list: TaskList,
  entries: readonly ListEntry[],
  texts: readonly string[],
): Generator<{ readonly at: number; readonly text: string }> {
  const kept = keptEntries(entries, texts);
  for (let at = 0; at < texts.length; at += 1) {
    const entry = kept[at];
    const nested = entry ? entries.filter((inner) => isInside(inner, entry)) : [];
    const staying = nested.every((inner, index) => inner === kept[at + 1 + index]) ? nested : [];
    const [wanted, removed] = [texts.slice(at, at + 1 + staying.length), nested.slice(staying.length)];
    yield { at, text: entry ? rewritten(list, [entry, ...staying], wanted, removed) : wanted.join() };
    at += staying.length;
  }
}

/** An entry with those in it, in the words of `texts` and without the `removed` ones. */
function rewritten(
  list: TaskList,
  entries: readonly [ListEntry, ...ListEntry[]],
  texts: readonly string[],
  removed: readonly ListEntry[],
): string {
  const { source } = list;
  const [{ textSpan, textEnd, end }] = entries;
  const edits = entries.map(({ text, textSpan: { start }, textEnd: to }, index) =>
    replaceSpan({ start, end: to }, text === texts[index] ? source.slice(start, to) : (texts[index] ?? "")),
  );
  const removals = outermost(removed).map((entry) => withoutEntry(list, entry));
  const whole = source.slice(0, Math.max(textEnd, end));
  return applyTextEdits(whole, [...edits, ...removals]).slice(textSpan.start);
}

/** Writes a list field: replaces its entries, or adds the field if it has none. */
function writeItems(
  list: TaskList,
  task: Task,
  name: "steps" | "verification",
  texts: readonly string[],
  markerOf: (at: number, position: number) => string,
): readonly TextEdit[] {
  const entries = task[name];
  const added = appendTo(list, entries, texts, markerOf);
  if (added) return added;
  const items = [...itemsOf(list, entries, texts)].map(
    ({ at, text }, position) => `${markerOf(at, position)} ${text}`,
  );
  const [field, ...repeated] = fieldsNamed(task, name);
  const leaving = repeated.filter(({ form }) => form !== "inline");
  const own = outermost(field ? field.entries : entries);
  const others = outermost(entries).filter(
    (entry) => entry.prefix !== "" && ![...own, ...leaving].some((one) => isWithin(entry, one)),
  );
  const removals = [...withoutEntries(list, others), ...leaving.flatMap((one) => withoutField(list, one))];
  if (own.length > 0) return [...replaceEntries(list, own, items), ...removals];
  return field
    ? [...replaceBelow(list, field, itemsUnder(list, field, items)), ...removals]
    : [appendItems(list, task, canonicalLabel[name], items)];
}

/** Adds items below the last entry, if all entries stay as they are; null otherwise. */
function appendTo(
  list: TaskList,
  entries: readonly ListEntry[],
  texts: readonly string[],
  markerOf: (at: number, position: number) => string,
): readonly TextEdit[] | null {
  const items = outermost(entries);
  const last = items.at(-1);
  if (!last || last.prefix === "" || entries.some(({ text }, at) => text !== texts[at])) return null;
  const number = Number(/(\d+)[.)]\s*$/.exec(last.prefix)?.[1] ?? items.length);
  const added = texts.slice(entries.length).map((text, index) => {
    const marker = markerOf(entries.length + index, number + index);
    return `${list.lineEnding}${indentOf(last.prefix)}${marker} ${text}`;
  });
  return [insertAt(Math.max(last.end, last.textEnd), added.join(""))];
}

function itemsUnder(list: TaskList, field: Field, items: readonly string[]): string {
  const { lineEnding: eol } = list;
  const indent = indentBelow(field);
  const gap = field.prefix === "" ? gapUnder(list, field) : eol;
  return gap + items.map((item) => `${indent}${item}`).join(eol);
}

/** The indentation of the list below a label. */
const indentBelow = ({ entries: [first], prefix }: Field): string =>
  indentOf(first?.prefix ?? indentUnder(prefix));

/** The blanks, and the marks of a quotation, at the start of a line. */
const indentOf = (prefix: string): string => /^[ \t>]*/.exec(prefix)?.[0] ?? "";

/** The existing gap between the label and its list; without a list, a blank line. */
function gapUnder({ source, lineEnding: eol }: TaskList, { line, end }: Field): string {
  const gap = /^(?:[ \t]*(?:\r\n|\n|\r))+/.exec(source.slice(line.end, end))?.[0];
  return gap ?? eol + eol;
}

/** Writes items at the places of the entries, so that text between these stays, and further items below the last one. */
function replaceEntries(
  list: TaskList,
  entries: readonly ListEntry[],
  items: readonly string[],
): readonly TextEdit[] {
  const kept = entries.slice(0, items.length);
  const edits = kept.map((entry, index) => {
    const indent = list.lineEnding + indentOf(entry.prefix);
    const written = items.slice(index, index === kept.length - 1 ? items.length : index + 1);
    return replaceSpan({ start: entry.start, end: Math.max(entry.end, entry.textEnd) }, written.join(indent));
  });
  return [...edits, ...withoutEntries(list, entries.slice(items.length))];
}

/** The lines of a new list field: below a label on a line of its own, or inside its bullet. */
const listField = (label: string, items: readonly string[], prefix: string): readonly string[] =>
  prefix === ""
    ? [`**${label}**:`, "", ...items]
    : [`${prefix}${label}:`, ...items.map((item) => indentUnder(prefix) + item)];

const ownLabel = /^\*\*[^*]+(?:\*\*\s*[:：]|[:：]\s*\*\*)/m;

function appendItems(list: TaskList, task: Task, label: string, items: readonly string[]): TextEdit {
  const { lineEnding: eol } = list;
  if (task.form === "compact") {
    // Below a label of the author's own, bullets without a label are not steps.
    const isUnlabelled =
      label === "Steps" && !ownLabel.test(list.source.slice(task.heading.end, task.span.end));
    const written = isUnlabelled ? items : listField(label, items, "- ");
    // Inserted after the bullets, so that text after them stays attached.
    const bullets = [
      ...task.fields.filter(({ form }) => form === "compact"),
      ...task.steps,
      ...task.verification,
    ];
    return insertAt(Math.max(...bullets.map(({ end }) => end)), ["", ...written].join(eol));
  }
  const verification = label === "Steps" ? findField(task, "verification") : undefined;
  const lines = listField(label, items, verification?.prefix ?? "").join(eol);
  if (!verification) return insertAt(task.span.end, eol + eol + lines);
  return insertAt(verification.line.start, lines + (verification.prefix === "" ? eol + eol : eol));
}

const proofMarker = ({ entries: [first] }: Field): string => /[-*+]/.exec(first?.prefix ?? "")?.[0] ?? "-";

/** Under text on a label's line, a list would not be read as proof, so the text becomes the first item of the list. */
export const moveProofUnderLabel = (list: TaskList, task: Task): readonly TextEdit[] =>
  fieldsNamed(task, "proof")
    .filter(({ value }) => value.text !== "")
    .flatMap((field) => moveUnderLabel(list, field, proofMarker(field)));

/**
 * Writes a task's proof lines, below its criteria if it has none yet. A new line takes the place of an outdated one, and
 * the text nested below an outdated line stays.
 */
export function writeProof(list: TaskList, task: Task, wanted: TaskFacts["proof"]): readonly TextEdit[] {
  const field = fieldsNamed(task, "proof").at(-1);
  if (!field) return newProof(list, task, wanted);
  const lines = [...wanted];
  const written = new Set(task.proof.map(({ text }) => text));
  const edits = task.proof.flatMap(({ start, text, textSpan, textEnd: end }) => {
    const isKept = text === lines[0];
    const line = isKept || !written.has(lines[0] ?? "") ? lines.shift() : undefined;
    if (line === undefined) return [withoutEntry(list, { start, end })];
    return isKept ? [] : [replaceSpan({ start: textSpan.start, end }, line)];
  });
  const marker = list.lineEnding + indentBelow(field) + proofMarker(field);
  const end = Math.max(field.line.end, field.end);
  return [...edits, insertAt(end, lines.map((line) => `${marker} ${line}`).join(""))];
}

function newProof(list: TaskList, task: Task, lines: readonly string[]): readonly TextEdit[] {
  const { lineEnding: eol } = list;
  const criteria = findField(task, "verification");
  const ends = [
    ...(criteria ? [criteria.line.end, criteria.end] : []),
    ...task.verification.map(({ end }) => end),
  ];
  const offset = Math.max(task.heading.end, ...ends);
  const items = lines.map((line) => `- ${line}`);
  if (task.form === "compact") {
    const field = listField("Proof", items, criteria?.prefix ?? "- ");
    return [insertAt(offset, ["", ...field].join(eol))];
  }
  const text = ["", "", "**Proof**:", ...items].join(eol);
  return [insertAt(offset, text), ...partFromBelow(list, "", offset)];
}
