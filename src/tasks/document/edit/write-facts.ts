import { isDeepStrictEqual } from "node:util";
import { canonicalLabel } from "../field-names.ts";
import { renderDependencies, renderFiles } from "../render-task.ts";
import type { Field, FieldName, Task, TaskList } from "../task-list.ts";
import { endOf, firstLabelLine, labelLineAfter, replaceValue, withoutField } from "./label-line.ts";
import type { Edit, TextEdit } from "./revise.ts";
import { findField, getTask } from "./revise.ts";
import type { TaskFacts } from "./task-facts.ts";
import { factsOf } from "./task-facts.ts";
import { writeProof, writeSteps, writeVerification } from "./write-items.ts";

/** Writes what a task is to say. Fields that already say it stay as they are written. */
export const writeFacts = (number: string, facts: Partial<TaskFacts>): readonly Edit[] =>
  writers.map((write) => (list) => write(list, getTask(list, number), facts));

type Writer = (list: TaskList, task: Task, facts: Partial<TaskFacts>) => readonly TextEdit[];

const writer =
  <Name extends keyof TaskFacts>(
    name: Name,
    write: (list: TaskList, task: Task, value: TaskFacts[Name]) => readonly TextEdit[],
  ): Writer =>
  (list, task, { [name]: value }) =>
    value === undefined || says(task, name, value) ? [] : write(list, task, value);

/** A missing Dependencies line reads as None, but the document wants the line. */
const says = <Name extends keyof TaskFacts>(task: Task, name: Name, value: TaskFacts[Name]): boolean =>
  isDeepStrictEqual(factsOf(task)[name], value) && (name !== "dependencies" || value?.length !== 0);

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
function writeLine(list: TaskList, task: Task, name: FieldName, value: string): readonly TextEdit[] {
  const field = findField(task, name);
  if (field) return [replaceLine(list, field, value)];
  const before = order.slice(0, order.indexOf(name)).toReversed();
  return [newLine(list, task, before, name, value)];
}

/** A new label line below the first of the fields that the task has, else first under its heading. */
function newLine(
  list: TaskList,
  task: Task,
  above: readonly FieldName[],
  name: FieldName,
  value: string,
): TextEdit {
  const neighbour = above.map((other) => findField(task, other)).find((field) => field !== undefined);
  const label = canonicalLabel[name];
  return neighbour ? labelLineAfter(list, neighbour, label, value) : firstLabelLine(list, task, label, value);
}

/** Writes over all that a field says, lists below its label included; the blanks before a value stay. */
function replaceLine({ source }: TaskList, field: Field, value: string): TextEdit {
  const labelled = source.slice(field.line.start, field.value.start);
  const start = field.line.start + labelled.trimEnd().length;
  const blank = field.value.text === "" ? "" : source.slice(start, field.value.start);
  // What follows on the line of an inline field is another field's.
  const end = field.form === "inline" ? field.value.end : endOf(field);
  return { offset: start, length: end - start, text: (/^[ \t]+$/.test(blank) ? blank : " ") + value };
}

/** Writes the Status line. Complete is always put on record, another status only where the boxes do not tell it. */
const writeStatus: Writer = (list, task, { status, blockedReason = null }) => {
  const { value, understood, from, blockedReason: reason } = task.status;
  const isSaid = value === status && understood && reason === blockedReason;
  if (status === undefined || (isSaid && (status !== "Complete" || from === "field"))) return [];
  const text = blockedReason === null ? status : `${status} - ${blockedReason}`;
  const field = findField(task, "status");
  const line = field ? replaceValue(list, field, text) : firstLabelLine(list, task, "Status", text);
  return status === "Complete" ? [line] : [line, ...withoutMark(task)];
};

/** A mark among the words of the title stays with them: the Status line is read before it. */
function withoutMark({ headingMark: mark, titleSpan: title }: Task): TextEdit[] {
  if (!mark || (title.start <= mark.start && mark.end <= title.end)) return [];
  return [{ offset: mark.start, length: mark.end - mark.start, text: "" }];
}

/** Writes who works on the task, under its Status line, or takes the owner out of every field that names one. */
function writeOwner(list: TaskList, task: Task, owner: string | null): readonly TextEdit[] {
  const fields = task.fields.filter(({ name }) => name === "owner");
  if (owner === null)
    // A line with other labels stays, and so does the label on it.
    return fields.map((field) =>
      field.form === "inline" ? replaceValue(list, field, "") : withoutField(list, field),
    );
  const [field] = fields;
  return [field ? replaceValue(list, field, owner) : newLine(list, task, ["status"], "owner", owner)];
}

/** The facts in the order in which they are written: the place of a new line depends on the lines above it. */
const writers: readonly Writer[] = [
  writer("title", (_, { titleSpan: { start, end } }, title) => [
    { offset: start, length: end - start, text: title },
  ]),
  writer("complexity", (list, task, value) =>
    value === null ? [] : writeLine(list, task, "complexity", value),
  ),
  writer("dependencies", (list, task, value) =>
    writeLine(list, task, "dependencies", renderDependencies(value)),
  ),
  writer("requirements", (list, task, value) => writeLine(list, task, "requirements", value.join(", "))),
  writer("files", (list, task, value) => writeLine(list, task, "files", renderFiles(value))),
  writer("steps", writeSteps),
  writer("verification", writeVerification),
  writeStatus,
  writer("owner", writeOwner),
  writer("proof", writeProof),
];
