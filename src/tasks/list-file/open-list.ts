import { readTaskList } from "../document/read-task-list.ts";
import { LineIndex } from "../document/source-lines.ts";
import type { TaskList } from "../document/task-list.ts";
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
