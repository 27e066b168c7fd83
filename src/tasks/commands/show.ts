import type { TaskList } from "../document/task-list.ts";
import { dependentsOf, findTask, unmetDependencies } from "../document/task-queries.ts";
import { relativePath } from "../file/relative-path.ts";
import { openList } from "../picking/open-list.ts";
import { pickTask } from "../picking/pick-task.ts";
import { presentTask } from "../reporting/present-task.ts";
import type { Report } from "../reporting/report.ts";
import { dependencyInWords } from "../rules/workflow-rules.ts";
import { describeTask } from "../terminal/describe-task.ts";

export interface ShowOptions {
  readonly list?: string;
}

/** One task in full, with what it waits for and what waits for it. */
export async function show(number: string, options: ShowOptions): Promise<Report> {
  const { path, list } = openList(options.list);
  const task = pickTask(list, number);
  const waitsFor = task.status.value === "Complete" ? [] : unmetDependencies(list, task);
  const waiting = dependentsOf(list, task.number).filter(({ status }) => status.value !== "Complete");
  const reason =
    waitsFor.length > 0
      ? `waits for ${waitsFor.map((name) => dependencyInWords(list, name)).join(", ")}`
      : null;
  const json = {
    list: relativePath(path),
    task: presentTask(list, task),
    reason,
    waitsFor: waitsFor.map((name) => summary(list, name)),
    waitingForIt: waiting.map(({ number }) => summary(list, number)),
  };
  const text = reason === null ? describeTask(list, task) : `${describeTask(list, task)}\n\n  It ${reason}.`;
  return { json, text };
}

function summary(list: TaskList, name: string) {
  const task = findTask(list, name);
  return { number: name, title: task?.title ?? null, status: task?.status.value ?? null };
}
