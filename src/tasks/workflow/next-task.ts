import type { Task, TaskList } from "../document/task-list.ts";
import { isReady } from "../document/task-queries.ts";
import { claimElsewhere, isFree } from "../list-file/claims/claim-elsewhere.ts";
import { requireLine } from "../options/option-values.ts";
import { describeTask } from "../reporting/describe-task.ts";
import { presentTask, taskAnswer } from "../reporting/present-task.ts";
import type { Report } from "../reporting/report.ts";
import { plural } from "../terminal/words.ts";
import { claimedInWords, whyNothingIsReady } from "./rules.ts";

/** The first ready task that no one else owns. */
export const firstFree = (list: TaskList, worker: string | undefined): Task | undefined =>
  list.tasks.find((task) => isFree(list, task) && !belongsToAnother(task, worker));

/** The task in progress, the user's own before one without an owner; else the first ready one, the user's own first. */
export function nextTask(list: TaskList, owner?: string): Task | undefined {
  const running = list.tasks.filter(
    (task) => task.status.value === "In Progress" && claimElsewhere(list, task) === null,
  );
  if (owner === undefined) return running[0] ?? list.tasks.find((task) => isFree(list, task));
  const ready = list.tasks.filter((task) => isFree(list, task));
  const ownThenFree = (tasks: readonly Task[]): Task | undefined =>
    tasks.find((task) => task.owner === owner) ?? tasks.find((task) => task.owner === null);
  // A task that someone else is working on stays theirs, so a free task is preferred.
  return ownThenFree(running) ?? ownThenFree(ready) ?? ready[0];
}

const mostNotes = 5;

/** The answer of `next` about a task, with the ready ones before it that are claimed elsewhere. */
export function nextAnswer(list: TaskList, task: Task, before = list): Report {
  const place = before.tasks.findIndex(({ number }) => number === task.number);
  const claimed = before.tasks
    .slice(0, place)
    .filter((one) => isReady(before, one) && claimElsewhere(before, one) !== null);
  return {
    json: { ...taskAnswer(list, task), elsewhere: claimed.map((one) => presentTask(before, one)) },
    text: describeTask(list, task),
    notes: claimed.slice(0, mostNotes).map((one) => `Not offered: ${claimedInWords(before, one)}.`),
  };
}

/** The answer if there is no task to work on: all done (exit code 0), or nothing ready (1). */
export function nothingReady(list: TaskList) {
  const reason = whyNothingIsReady(list);
  if (reason === null) {
    const done = `Nothing left to do: ${plural(list.tasks.length, "task")}, all Complete.`;
    return { json: { task: null, reason: done }, text: done };
  }
  const error = { code: "nothing-ready", message: reason };
  return { json: { task: null, reason, error }, text: "", notes: [reason], exitCode: 1 } as const;
}

/** The worker's name: from `--as`, else from `TASKS_AS`; undefined if neither is set. */
export const workerOf = ({ as }: { readonly as?: string }): string | undefined =>
  as === undefined ? process.env["TASKS_AS"]?.trim() || undefined : requireLine("--as", as);

/** Whether someone other than the worker owns the task; without a worker's name, every owner counts as someone else. */
export const belongsToAnother = ({ owner }: Task, worker: string | undefined): boolean =>
  owner !== null && owner !== worker;
