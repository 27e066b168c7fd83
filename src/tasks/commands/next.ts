import type { Task, TaskList } from "../document/task-list.ts";
import { isReady } from "../document/task-queries.ts";
import type { EditedList } from "../edit-list.ts";
import { editList } from "../edit-list.ts";
import { openList } from "../open-list.ts";
import { pickTask } from "../pick-task.ts";
import { presentTask } from "../present-task.ts";
import type { Report } from "../report.ts";
import { reportEdit } from "../report-edit.ts";
import { reportNothingReady } from "../report-nothing-ready.ts";
import { describeTask } from "../terminal/describe-task.ts";
import type { StartOptions } from "./start.ts";

export interface NextOptions extends StartOptions {
  readonly start?: boolean;
  readonly explain?: boolean;
}

/** The task to work on: the one in progress, else the first that is ready; `--start` starts it. */
export async function next(options: NextOptions): Promise<Report> {
  if (options.start || options.dryRun) return startNext(options);
  const { list } = openList(options.list);
  const task = nextTask(list, options.as);
  const report = task ? reportTask(list, task) : reportNothingReady(list);
  if (!options.explain) return report;
  const { explainNext } = await import("../explain-next.ts");
  return explainNext(list, task, report);
}

/** The task in progress, one's own before one that nobody owns; else the first ready one, one's own first. */
export function nextTask(list: TaskList, owner?: string): Task | undefined {
  const running = list.tasks.filter(({ status }) => status.value === "In Progress");
  if (owner === undefined) return running[0] ?? list.tasks.find((task) => isReady(list, task));
  const ready = list.tasks.filter((task) => isReady(list, task));
  const ownThenFree = (tasks: readonly Task[]): Task | undefined =>
    tasks.find((task) => task.owner === owner) ?? tasks.find((task) => task.owner === null);
  // What somebody else is working on is theirs: a worker is better off with a task that is free.
  return ownThenFree(running) ?? ownThenFree(ready) ?? ready[0];
}

async function startNext(options: NextOptions): Promise<Report> {
  const { planStart } = await import("./start.ts");
  let picked: string | undefined;
  const edited = await editList(options, "next --start", (list) => {
    const task = nextTask(list, options.as);
    picked = task?.number;
    return task && task.status.value !== "In Progress" ? planStart(task, options) : { edits: [], intent: {} };
  });
  const report =
    picked === undefined ? reportNothingReady(edited.after) : await reportStarted(options, edited, picked);
  if (!options.explain) return report;
  const { explainNext } = await import("../explain-next.ts");
  return explainNext(edited.after, picked === undefined ? undefined : pickTask(edited.after, picked), report);
}

function reportStarted(options: NextOptions, edited: EditedList, number: string): Promise<Report> {
  const { json, text } = reportTask(edited.after, pickTask(edited.after, number));
  return reportEdit(options, edited, json, text);
}

function reportTask(list: TaskList, task: Task): Report & { json: Record<string, unknown> } {
  return { json: { task: presentTask(list, task), reason: null }, text: describeTask(list, task) };
}
