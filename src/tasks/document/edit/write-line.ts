import { isDeepStrictEqual } from "node:util";
import { fieldNames } from "../read-labels.ts";
import { isPrerequisite } from "../read-task.ts";
import { lineValues } from "../render-list.ts";
import type { Field, FieldName, ListEntry, Span, Task, TaskList } from "../task-list.ts";
import { canonicalLabel } from "../task-list.ts";
import { fieldsNamed, findField, isOneTask } from "../task-queries.ts";
import {
  firstLabelLine,
  isWithin,
  labelLineAfter,
  outermost,
  replaceValue,
  withoutEntries,
  withoutField,
} from "./label-line.ts";
import type { TextEdit } from "./revise.ts";
import { insertAt } from "./revise.ts";
import type { TaskFacts } from "./task-facts.ts";
import { factsOf } from "./task-facts.ts";

export type LineName = "complexity" | "dependencies" | "requirements" | "files";

/**
 * Writes a single-line field: replaces its value, or adds the field at its place if the task has none. Dependencies and
 * files that stay keep their words, such as a label or a mark.
 */
export const writeLine =
  <Name extends LineName>(name: Name) =>
  (list: TaskList, task: Task, wanted: TaskFacts[Name]): readonly TextEdit[] =>
    wanted === null ? [] : (appendNames(list, task, name, wanted) ?? overwrite(list, task, name, wanted));

function overwrite(
  list: TaskList,
  task: Task,
  name: LineName,
  wanted: string | readonly string[],
): readonly TextEdit[] {
  const written = writtenNames(list, task, name, wanted);
  const writtenAs = (one: string): string => written.get(one)?.words ?? lineValues[name]({ [name]: [one] });
  const value = typeof wanted === "string" ? wanted : [...new Set(wanted.map(writtenAs))].join(", ");
  if (value === "" && name !== "dependencies") return withoutFields(list, fieldsNamed(task, name));
  const field = lineOf(task, name);
  if (!field) return [newLine(list, task, name, value || "None")];
  const entries = typeof wanted === "string" ? null : writeEntries(list, field, written, wanted, writtenAs);
  return entries ?? replaceValue(list, field, value || "None");
}

/** Adds names behind the last one, if all that the task has stay; null otherwise. So phases and ranges stay as they are. */
function appendNames(
  list: TaskList,
  task: Task,
  name: LineName,
  wanted: string | readonly string[],
): readonly TextEdit[] | null {
  const before = name === "complexity" ? [] : factsOf(task)[name];
  const field = fieldsNamed(task, name).findLast((one) => !isPrerequisite(one));
  if (!field || before.length === 0 || before.some((one, at) => one !== wanted[at])) return null;
  if (wanted.length === before.length) return null;
  const added = [...wanted].slice(before.length).map((one) => lineValues[name]({ [name]: [one] }));
  const last = outermost(field.entries).at(-1);
  if (last) return [insertAt(last.end, added.map((one) => list.lineEnding + last.prefix + one).join(""))];
  return field.value.text === ""
    ? null
    : [insertAt(field.value.end, added.map((one) => `, ${one}`).join(""))];
}

/** The place of a dependency or a file, with its words if they fit on a line with others. */
interface WrittenName extends Span {
  readonly words?: string;
}

function writtenNames(
  { source }: TaskList,
  { dependencies, files }: Task,
  name: LineName,
  wanted: string | readonly string[],
): ReadonlyMap<string, WrittenName> {
  if (name === "files") {
    // A comma would begin another file.
    const onOneLine = (words: string) => (/[,;]/.test(words) ? {} : { words });
    return new Map(
      files.map(({ text, textSpan: { start, end } }) => [
        text,
        { start, end, ...onOneLine(source.slice(start, end)) },
      ]),
    );
  }
  if (name !== "dependencies") return new Map();
  // The title of a phase may name several tasks.
  const kept = dependencies.parts.filter(
    (part) => isOneTask(part) || (part.kind === "words" && part.numbers.every((one) => wanted.includes(one))),
  );
  return new Map(
    kept.flatMap(({ numbers, unknown, start, end }) =>
      [...numbers, ...unknown.map(({ text }) => text)].map((one) => [
        one,
        { start, end, words: source.slice(start, end) },
      ]),
    ),
  );
}

/** Writes a list below the label entry by entry, if those that stay are the first ones wanted; null otherwise. */
function writeEntries(
  list: TaskList,
  field: Field,
  written: ReadonlyMap<string, Span>,
  wanted: readonly string[],
  writtenAs: (one: string) => string,
): readonly TextEdit[] | null {
  const namesOf = (entry: ListEntry): readonly string[] =>
    [...written].filter(([, span]) => isWithin(span, entry)).map(([one]) => one);
  const entries = outermost(field.entries);
  const staying = entries.filter((entry) => namesOf(entry).some((one) => wanted.includes(one)));
  const names = staying.flatMap(namesOf);
  const last = staying.at(-1);
  if (!last || !isDeepStrictEqual(names, wanted.slice(0, names.length))) return null;
  const added = wanted.slice(names.length).map((one) => list.lineEnding + last.prefix + writtenAs(one));
  const leaving = entries.filter((entry) => !staying.includes(entry));
  return [insertAt(last.end, added.join("")), ...withoutEntries(list, leaving)];
}

/** Removes the other fields of that name if they state more than the written one, because the reader unites them. */
export const removeRepeated =
  <Name extends LineName>(name: Name) =>
  (list: TaskList, task: Task, wanted: TaskFacts[Name]): readonly TextEdit[] => {
    if (wanted === null || isDeepStrictEqual(factsOf(task)[name], wanted)) return [];
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
export const withoutFields = (list: TaskList, fields: readonly Field[]): readonly TextEdit[] =>
  fields.flatMap((field, index) =>
    fields.findIndex(({ line }) => line.start === field.line.start) === index
      ? withoutField(list, field)
      : replaceValue(list, field, ""),
  );

/** A new label line below the last field that comes before it in the format, else directly under the heading. */
export function newLine(list: TaskList, task: Task, name: FieldName, value: string): TextEdit {
  const above = fieldNames.slice(0, fieldNames.indexOf(name)).map((other) => findField(task, other));
  const neighbour = above.findLast((field) => field !== undefined);
  const label = canonicalLabel[name];
  return neighbour
    ? labelLineAfter(list, task, neighbour, label, value)
    : firstLabelLine(list, task, label, value);
}
