import { isDeepStrictEqual } from "node:util";
import type { Task, TaskList } from "../task-list.ts";
import { fieldsNamed, findField, isOneTask } from "../task-queries.ts";
import { firstLabelLine, replaceValue } from "./label-line.ts";
import type { Edit, TextEdit } from "./revise.ts";
import { getTask, replaceSpan } from "./revise.ts";
import type { TaskFacts } from "./task-facts.ts";
import { factsOf } from "./task-facts.ts";
import { moveProofUnderLabel, writeProof, writeSteps, writeVerification } from "./write-items.ts";
import { newLine, removeRepeated, withoutFields, writeLine } from "./write-line.ts";

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
    writer(name, writeLine(name)),
    writer(name, removeRepeated(name)),
  ]),
  writer("steps", writeSteps),
  writer("verification", writeVerification),
  writeStatus,
  writer("owner", writeOwner),
  writer("proof", moveProofUnderLabel),
  writer("proof", writeProof),
];
