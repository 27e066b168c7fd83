import { closest, distance } from "fastest-levenshtein";
import { readTaskList } from "../document/read-task-list.ts";
import { LineIndex } from "../document/source-lines.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { parseTaskNumber } from "../document/task-number.ts";
import type { Refusal } from "../refusal.ts";
import { inputRefusal } from "../refusal.ts";
import { readFrom } from "./claims/claim-elsewhere.ts";
import { findList } from "./find-list.ts";
import { readListText } from "./list-text.ts";

export interface OpenedList {
  readonly path: string;
  readonly list: TaskList;
}

/**
 * Finds and reads the list for a command.
 * @throws Refusal if there is none, if it can't be read, is in the middle of a merge, or has no tasks.
 */
export function openList(named: string | undefined): OpenedList {
  const path = findList(named);
  const list = readFrom(path, readTaskList(readListText(path)));
  refuseUnworkable(path, list);
  return { path, list };
}

/** @throws Refusal if a list is in the middle of a merge, or has no text that could be read as a task. */
export function refuseUnworkable(path: string, list: TaskList): void {
  refuseMerge(path, list);
  if (list.tasks.length > 0) return;
  const found = list.diagnostics.find(({ rule }) => rule === "no-tasks")?.message;
  const advice = /checkbox item|looks? like/.test(found ?? "")
    ? `. Bring another tool's list over with: tasks import ${path}`
    : "";
  throw inputRefusal("no-tasks", `${path}: ${found ?? "no task was found (### Task 1.1: Title)."}${advice}`);
}

/** @throws Refusal if a list is in the middle of a merge. */
export function refuseMerge(
  path: string,
  { source, conflictOffset }: Pick<TaskList, "source" | "conflictOffset">,
): void {
  if (conflictOffset === null) return;
  const { line } = new LineIndex(source).positionOf(conflictOffset);
  throw inputRefusal(
    "merge-conflict",
    `${path}:${line} is in the middle of a merge (<<<<<<<): resolve it first.`,
  );
}

/**
 * The one task that an argument names: `1.2`, `Task 1.2`, `#1.2` or `task-1.2`.
 * @throws Refusal if it is not a number, or if the list has no such task or two of them.
 */
export function pickTask(list: TaskList, argument: string): Task {
  const number = parseTaskNumber(argument);
  if (number === null) {
    const hint = suggestNumber(list, argument.trim());
    throw inputRefusal("not-a-number", `"${argument}" is not a task number: write it like 1.2.${hint}`);
  }
  const [task, ...others] = list.tasks.filter((candidate) => candidate.number === number);
  if (!task)
    throw inputRefusal("unknown-task", `Task ${number} does not exist.${suggestNumber(list, number)}`);
  if (others.length > 0) throw sharedNumber(number, [task, ...others]);
  return task;
}

/** The refusal for tasks that have the same number. */
export function sharedNumber(number: string, tasks: readonly Task[]): Refusal {
  const times = tasks.length === 2 ? "twice" : `${tasks.length} times`;
  const lines = tasks
    .map(({ line }) => line)
    .join(", ")
    .replace(/, (?=\d+$)/, " and ");
  return inputRefusal(
    "ambiguous-task",
    `Task ${number} is defined ${times}, on lines ${lines}. Renumber one of them.`,
  );
}

/** ` Did you mean 1.2?`, or an empty string if no task number has at least half of the characters. */
export function suggestNumber({ tasks }: TaskList, number: string): string {
  const numbers = tasks.map((task) => task.number);
  const nearest = numbers.length > 0 ? closest(number, numbers) : "";
  return nearest && distance(number, nearest) <= number.length / 2 ? ` Did you mean ${nearest}?` : "";
}
