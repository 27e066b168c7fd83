import { lineAt } from "../source-lines.ts";
import type { Field, FieldName, ListEntry, Status, Task, TaskList } from "../task-list.ts";
import {
  emptyLabelLine,
  firstLabelLine,
  indentUnder,
  labelLineAfter,
  partFromBelow,
  replaceValue,
  withoutField,
  withoutLines,
} from "./label-line.ts";
import type { Edit, TextEdit } from "./revise.ts";
import { findField, getTask } from "./revise.ts";

/** The label lines in the order in which the document has them. */
const order: readonly FieldName[] = [
  "status",
  "owner",
  "complexity",
  "dependencies",
  "requirements",
  "files",
  "endpoint",
];

/** Writes a field that is one line, over what it says or, where the task has no such field, in its place. */
export const writeLine =
  (number: string, name: FieldName, label: string, value: string): Edit =>
  (list) => {
    const task = getTask(list, number);
    const field = findField(task, name);
    if (field) return [replaceLine(list, field, value)];
    const before = order.slice(0, order.indexOf(name)).toReversed();
    const neighbour = before.map((other) => findField(task, other)).find((other) => other !== undefined);
    return [
      neighbour ? labelLineAfter(list, neighbour, label, value) : firstLabelLine(list, task, label, value),
    ];
  };

/** Writes a field that is a list, over the entries it has or, where the task has none, at its end. */
export const writeItems =
  (number: string, name: "steps" | "verification", label: string, items: readonly string[]): Edit =>
  (list) => {
    const task = getTask(list, number);
    const [field, ...repeated] = task.fields.filter((one) => one.name === name);
    const entries = task[name];
    if (field)
      return [
        ...replaceList(list, field, entries, items),
        ...repeated.filter(({ form }) => form !== "inline").map((one) => withoutField(list, one)),
      ];
    return entries.length > 0
      ? replaceEntries(list, entries, items)
      : [appendItems(list, task, label, items)];
  };

/** Writes over all that a field says, lists below its label included; the blanks before a value stay. */
function replaceLine({ source }: TaskList, field: Field, value: string): TextEdit {
  const labelled = source.slice(field.line.start, field.value.start);
  const start = field.line.start + labelled.trimEnd().length;
  const blank = field.value.text === "" ? "" : source.slice(start, field.value.start);
  // What follows on the line of an inline field is another field's.
  const end = field.form === "inline" ? field.value.end : endOf(field);
  return { offset: start, length: end - start, text: (/^[ \t]+$/.test(blank) ? blank : " ") + value };
}

/** Writes over all that a field says: its value on the label's line, and the list below it. */
function replaceList(
  list: TaskList,
  field: Field,
  entries: readonly ListEntry[],
  items: readonly string[],
): readonly TextEdit[] {
  const { offset, length, text } = emptyLabelLine(list, field);
  // A list below the line is the last label's.
  const end = text === "" ? endOf(field) : offset + length;
  const written = { offset, length: end - offset, text: text + itemsUnder(list, field, entries, items) };
  return entries[0]?.prefix ? [written] : [written, ...partFromBelow(list, field, end)];
}

const endOf = ({ end, line, value }: Field): number => Math.max(value.end, end > line.end ? end : 0);

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

/** As wide as it was between the label and its list; without a list, the document's blank line. */
function gapUnder({ source, lineEnding: eol }: TaskList, { line, end }: Field): string {
  const gap = /^(?:[ \t]*(?:\r\n|\n|\r))+/.exec(source.slice(line.end, end))?.[0];
  return gap ?? eol + eol;
}

/** Entries under no label of their own, such as the steps of the compact form: the first one's place is theirs. */
function replaceEntries(
  list: TaskList,
  entries: readonly ListEntry[],
  items: readonly string[],
): readonly TextEdit[] {
  // What is nested in an entry goes with it.
  const [first, ...others] = entries.filter(
    ({ start, end }) => !entries.some((outer) => outer.start < start && end <= outer.end),
  );
  if (!first) return [];
  const marker = /^\s*/.exec(first.prefix)?.[0] ?? "";
  const text = items.map((item) => marker + item).join(list.lineEnding);
  const { start } = lineAt(list.source, first.start);
  return [
    { offset: start, length: first.end - start, text },
    ...others.map(({ start: from, end }) =>
      withoutLines(list, { start: lineAt(list.source, from).start, end }),
    ),
  ];
}

function appendItems(list: TaskList, task: Task, label: string, items: readonly string[]): TextEdit {
  const { lineEnding: eol } = list;
  if (task.form === "compact") {
    const text =
      label === "Steps" ? items.map((item) => eol + item).join("") : compactField(list, label, items);
    // Text may follow the bullets, and is not to be parted from them.
    const bullets = [
      ...task.fields.filter(({ form }) => form === "compact"),
      ...task.steps,
      ...task.verification,
    ];
    return { offset: Math.max(...bullets.map(({ end }) => end)), length: 0, text };
  }
  const verification = label === "Steps" ? findField(task, "verification") : undefined;
  if (verification && verification.prefix !== "") {
    const steps = items.map((item) => indentUnder(verification) + item);
    const text = [`${verification.prefix}${label}:`, ...steps, ""].join(eol);
    return { offset: verification.line.start, length: 0, text };
  }
  const block = [`**${label}**:`, "", ...items].join(eol);
  return verification
    ? { offset: verification.line.start, length: 0, text: block + eol + eol }
    : { offset: task.span.end, length: 0, text: eol + eol + block };
}

const compactField = ({ lineEnding: eol }: TaskList, label: string, items: readonly string[]): string =>
  [`${eol}- ${label}:`, ...items.map((item) => `  ${item}`)].join(eol);

/** Gives a task another title; its number and whatever else its heading says stay. */
export const writeTitle =
  (number: string, title: string): Edit =>
  (list) => {
    const { start, end } = getTask(list, number).titleSpan;
    return [{ offset: start, length: end - start, text: title }];
  };

/** Writes who works on the task, under its Status line. */
export const writeOwner =
  (number: string, owner: string): Edit =>
  (list) => {
    const task = getTask(list, number);
    const [field, status] = [findField(task, "owner"), findField(task, "status")];
    if (field) return field.value.text === owner ? [] : [replaceValue(list, field, owner)];
    return [
      status ? labelLineAfter(list, status, "Owner", owner) : firstLabelLine(list, task, "Owner", owner),
    ];
  };

/** Removes the owner, from every field that names one. */
export const removeOwner =
  (number: string): Edit =>
  (list) =>
    getTask(list, number)
      .fields.filter(({ name }) => name === "owner")
      // A line with other labels stays, and so does the label on it.
      .map((field) => (field.form === "inline" ? replaceValue(list, field, "") : withoutField(list, field)));

/** Writes the task's Status line, as it is to be read: `In Progress`, `Blocked - waiting for a key`. */
export function writeStatus(number: string, status: Status, reason?: string): Edit {
  const text = reason === undefined ? status : `${status} - ${reason}`;
  return (list) => {
    const task = getTask(list, number);
    const field = findField(task, "status");
    const line = field ? replaceValue(list, field, text) : firstLabelLine(list, task, "Status", text);
    return status === "Complete" ? [line] : [line, ...withoutMark(task)];
  };
}

/** Writes a Status line only where the task would not be read as having that status anyway. */
export const ensureStatus =
  (number: string, status: Status): Edit =>
  (list) => {
    const { value, understood } = getTask(list, number).status;
    return value === status && understood ? [] : writeStatus(number, status)(list);
  };

/** A mark among the words of the title stays with them: the Status line is read before it. */
function withoutMark({ headingMark: mark, titleSpan: title }: Task): TextEdit[] {
  if (!mark || (title.start <= mark.start && mark.end <= title.end)) return [];
  return [{ offset: mark.start, length: mark.end - mark.start, text: "" }];
}
