import { isDeepStrictEqual } from "node:util";
import { fieldNames } from "../read-labels.ts";
import { isPrerequisite } from "../read-task.ts";
import { lineValues } from "../render-list.ts";
import type { Field, FieldName, Task, TaskList } from "../task-list.ts";
import { canonicalLabel } from "../task-list.ts";
import { fieldsNamed, findField, isOneTask } from "../task-queries.ts";
import { firstLabelLine, labelLineAfter, replaceValue, withoutField } from "./label-line.ts";
import type { Edit, TextEdit } from "./revise.ts";
import { getTask, replaceSpan } from "./revise.ts";
import type { TaskFacts } from "./task-facts.ts";
import { factsOf } from "./task-facts.ts";
import { moveProofUnderLabel, writeProof, writeSteps, writeVerification } from "./write-items.ts";

/** Writes facts of tasks, by their numbers. Fields that already state them stay unchanged. */
export const writeFacts = (facts: ReadonlyMap<string, Partial<TaskFacts>>): readonly Edit[] =>
  writers.map(
    (write) => (list) => [...facts].flatMap(([number, one]) => write(list, getTask(list, number), one)),
  );

type Writer = (list: TaskList, task: Task, facts: Partial<TaskFacts>) => readonly TextEdit[];

const writer =
  <Name extends keyof TaskFacts>(
    name: Name,
    write: (list: TaskList, task: Task, value: TaskFacts[Name]) => readonly TextEdit[],
  ): Writer =>
  (list, task, { [name]: value }) =>
    value === undefined || says(task, name, value) ? [] : write(list, task, value);

/**
 * Dependencies must be written number by number: a missing line reads as None, and a phase or a range may name the
 * same tasks now and others later.
 */
function says<Name extends keyof TaskFacts>(task: Task, name: Name, value: TaskFacts[Name]): boolean {
  const { parts } = task.dependencies;
  const isExact = name !== "dependencies" || (parts.length > 0 && parts.every(isOneTask));
  return isExact && isDeepStrictEqual(factsOf(task)[name], value);
}

/** Replaces the title. A heading that ends with the number gets the colon too. */
const writeTitle = (_: TaskList, { titleSpan, numberSpan }: Task, title: string): readonly TextEdit[] =>
  titleSpan.start < titleSpan.end
    ? [replaceSpan(titleSpan, title)]
    : [replaceSpan({ start: numberSpan.end, end: titleSpan.end }, `: ${title}`)];

type LineName = "complexity" | "dependencies" | "requirements" | "files";

/** Writes a single-line field: replaces its value, or adds the field at its place if the task has none. */
export const writeLine =
  (name: LineName): Writer =>
  (list, task, facts) => {
    const { [name]: wanted } = facts;
    if (wanted == null || says(task, name, wanted)) return [];
    const value = lineValues[name](facts);
    if (value === "") return withoutFields(list, fieldsNamed(task, name));
    const field = lineOf(task, name);
    return field ? replaceValue(list, field, value) : [newLine(list, task, name, value)];
  };

/** Removes the other fields of that name if they state more than the written one, because the reader unites them. */
const removeRepeated =
  (name: LineName): Writer =>
  (list, task, { [name]: wanted }) => {
    if (wanted == null || isDeepStrictEqual(factsOf(task)[name], wanted)) return [];
    const written = lineOf(task, name);
    return withoutFields(
      list,
      fieldsNamed(task, name).filter((field) => field !== written),
    );
  };

/** The field of that name to write. Prerequisites may also be tools to install, which are not replaced by tasks. */
function lineOf(task: Task, name: LineName): Field | undefined {
  const lines = fieldsNamed(task, name).filter(({ form }) => form !== "heading");
  return lines.find((field) => !isPrerequisite(field)) ?? lines[0];
}

/** Removes fields. A second one on the same line stays empty, because the two removals could meet at one bar. */
const withoutFields = (list: TaskList, fields: readonly Field[]): readonly TextEdit[] =>
  fields.flatMap((field, index) =>
    fields.findIndex(({ line }) => line.start === field.line.start) === index
      ? withoutField(list, field)
      : replaceValue(list, field, ""),
  );

/** A new label line below the last field that comes before it in the format, else directly under the heading. */
function newLine(list: TaskList, task: Task, name: FieldName, value: string): TextEdit {
  const above = fieldNames.slice(0, fieldNames.indexOf(name)).map((other) => findField(task, other));
  const neighbour = above.findLast((field) => field !== undefined);
  const label = canonicalLabel[name];
  return neighbour
    ? labelLineAfter(list, task, neighbour, label, value)
    : firstLabelLine(list, task, label, value);
}

/** Writes the Status line. Complete is always written, another status only if the boxes don't imply it. */
const writeStatus: Writer = (list, task, { status, blockedReason = null }) => {
  const { value, understood, written, blockedReason: reason } = task.status;
  const isSaid = value === status && understood && reason === blockedReason;
  if (status === undefined || (isSaid && (status !== "Complete" || written))) return [];
  const text = blockedReason === null ? status : `${status} - ${blockedReason}`;
  const field = findField(task, "status");
  const line = field ? replaceValue(list, field, text) : [firstLabelLine(list, task, "Status", text)];
  return status === "Complete" ? line : [...line, ...withoutMark(task)];
};

/** Removes the Status lines of tasks that the lines call Not Started. */
export const withoutStatusLines: Edit = (list) =>
  list.tasks
    .filter(({ status }) => status.value === "Not Started" && status.understood)
    .flatMap((task) => withoutFields(list, fieldsNamed(task, "status")));

/** A mark inside the title stays, because the Status line takes precedence over it. */
function withoutMark({ headingMark: mark, titleSpan: title }: Task): TextEdit[] {
  if (!mark || (title.start <= mark.start && mark.end <= title.end)) return [];
  return [replaceSpan(mark, "")];
}

/** Writes the task's owner under its Status line, or removes the owner from every field that names one. */
function writeOwner(list: TaskList, task: Task, owner: string | null): readonly TextEdit[] {
  const fields = fieldsNamed(task, "owner");
  if (owner === null) return withoutFields(list, fields);
  const [field] = fields;
  return field ? replaceValue(list, field, owner) : [newLine(list, task, "owner", owner)];
}

/** In the order of writing: the place of a new line depends on the lines above it. */
const writers: readonly Writer[] = [
  writer("title", writeTitle),
  ...(["complexity", "dependencies", "requirements", "files"] as const).flatMap((name) => [
    writeLine(name),
    removeRepeated(name),
  ]),
  writer("steps", writeSteps),
  writer("verification", writeVerification),
  writeStatus,
  writer("owner", writeOwner),
  writer("proof", moveProofUnderLabel),
  writer("proof", writeProof),
];
