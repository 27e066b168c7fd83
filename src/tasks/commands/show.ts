import { taskAnswer } from "../cli/reporting/present-task.ts";
import { describeTask } from "../cli/terminal/describe-task.ts";
import type { TaskList } from "../document/task-list.ts";
import { dependentsOf, findTask, unmetDependencies } from "../document/task-queries.ts";
import { openList } from "../workflow/open-list.ts";
import { pickTask } from "../workflow/pick-task.ts";
import { dependencyInWords } from "../workflow/rules.ts";
import type { Declaration } from "./operation.ts";
import { operation, taskNumber } from "./operation.ts";

const declaration = {
  name: "show",
  summary: "show one task in full, with what it waits for and what waits for it",
  arguments: taskNumber,
  examples: ["tasks show 1.2"],
  tool: { summary: "One task in full, with what it waits for.", does: "reads" },
} as const satisfies Declaration;

/** One task in full, with its dependencies and dependents. */
export const show = operation(declaration, async ({ number, ...options }) => {
  const opened = openList(options.list);
  const { list } = opened;
  const task = pickTask(list, number);
  const waitsFor = task.status.value === "Complete" ? [] : unmetDependencies(list, task);
  const waiting = dependentsOf(list, task.number).filter(({ status }) => status.value !== "Complete");
  const reason =
    waitsFor.length > 0
      ? `waits for ${waitsFor.map((name) => dependencyInWords(list, name)).join(", ")}`
      : null;
  const json = {
    ...taskAnswer(opened, task, reason),
    waitsFor: waitsFor.map((name) => summary(list, name)),
    waitingForIt: waiting.map(({ number }) => summary(list, number)),
  };
  const text = reason === null ? describeTask(list, task) : `${describeTask(list, task)}\n\n  It ${reason}.`;
  return { json, text };
});

function summary(list: TaskList, name: string) {
  const task = findTask(list, name);
  return { number: name, title: task?.title ?? null, status: task?.status.value ?? null };
}
