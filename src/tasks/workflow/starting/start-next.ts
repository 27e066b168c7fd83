import type { Report } from "../../cli/reporting/report.ts";
import { reportEditedTask } from "../../cli/reporting/report.ts";
import { describeTask } from "../../cli/terminal/describe-task.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { editList } from "../../list-file/editing/edit-list.ts";
import { pickTask } from "../pick-task.ts";
import type { StartOptions } from "./next-task.ts";
import {
  belongsToAnother,
  claimedBefore,
  firstFree,
  nextTask,
  planStart,
  reportNothingReady,
  workerOf,
} from "./next-task.ts";

/** Picks the next task and starts it in one locked step. A task that is already in progress is not changed. */
export async function startNext(
  options: StartOptions,
): Promise<{ list: TaskList; task: Task | undefined; report: Report }> {
  const edited = await editList(options, "next --start", (list) => {
    const task = startable(list, workerOf(options));
    return task && task.status.value !== "In Progress" ? planStart(pickTask(list, task.number), options) : {};
  });
  const { path, before, after: list, takes } = edited;
  const picked = takes ?? startable(before, workerOf(options))?.number;
  if (picked === undefined) return { list, task: undefined, report: reportNothingReady({ path, list }) };
  const task = pickTask(list, picked);
  const { elsewhere, notes } = claimedBefore(before, task);
  const report = await reportEditedTask(options, { ...edited, task }, describeTask(list, task), {
    elsewhere,
  });
  return { list, task, report: { ...report, notes: [...notes, ...(report.notes ?? [])] } };
}

/** The task that `next` shows, unless someone else owns it and has not started it. */
function startable(list: TaskList, worker: string | undefined): Task | undefined {
  const next = nextTask(list, worker);
  const isTheirs =
    next !== undefined && next.status.value !== "In Progress" && belongsToAnother(next, worker);
  return isTheirs ? firstFree(list, worker) : next;
}
