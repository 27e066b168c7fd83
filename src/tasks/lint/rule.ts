import type { RuleName } from "../document/diagnostic.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { fieldsNamed } from "../document/task-queries.ts";

/** A rule's message and its place. */
export interface Finding {
  readonly offset: number;
  readonly message: string;
}

/** A rule of the format, which finds problems in a list. */
export interface Rule {
  readonly name: RuleName;
  readonly find: (list: TaskList) => Iterable<Finding>;
}

/** A rule about each task. A message without a place is about the task's heading. */
export const taskRule = (
  name: RuleName,
  check: (task: Task, list: TaskList) => Found | readonly Found[],
): Rule => ({
  name,
  find: (list) =>
    list.tasks.flatMap((task) =>
      [check(task, list)].flat().flatMap((found) => {
        if (typeof found !== "string") return found ?? [];
        return { offset: task.heading.start, message: found };
      }),
    ),
});

type Found = string | Finding | null;

/**
 * Whether neither the task nor its phase states dependencies. A field without a value counts as missing, because it may
 * have been forgotten. Code or a quotation below its label is not a value.
 */
export const lacksDependencies = (task: Task): boolean =>
  task.dependencies.shared.length === 0 &&
  fieldsNamed(task, "dependencies").every(
    ({ value, entries }) => value.text === "" && entries.every(({ text }) => text === ""),
  );

/** Words without meaning for the comparison: articles, modal verbs, conjunctions and the like. */
const fillers = new Set(
  "a an the is are be been can could should must will user users system of to in on for with and or by that it its as at from have has works work working correctly successfully properly able verify verified check checked ensure test tested exists exist done".split(
    " ",
  ),
);

/** The stems of a text's significant words, in order, each once. */
export const stemsOf = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => !fillers.has(word)).map(stem));

/** `creates`, `created` and `creating` are one word, and `shows` and `shown`. */
const stem = (word: string): string =>
  word.replace(/(?:ations?|ions?|ings?|ed|es|e|s|(?<=show)n)$/, "") || word;
