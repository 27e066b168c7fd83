import type { Task, TaskList } from "../document/task-list.ts";
import { editList } from "../editing/edit-list.ts";
import { pickTask } from "../picking/pick-task.ts";
import { presentTask } from "../reporting/present-task.ts";
import type { Report } from "../reporting/report.ts";
import { reportEdit } from "../reporting/report-edit.ts";
import { describeTask } from "../terminal/describe-task.ts";
import { nextTask } from "./next-task.ts";
import { planStart } from "./plan-start.ts";
import { reportNothingReady } from "./report-nothing-ready.ts";
import type { StartOptions } from "./start-options.ts";

/** Picks the next task and starts it in one locked step; one that is in progress already is left as it is. */
export async function startNext(
  options: StartOptions,
): Promise<{ list: TaskList; task: Task | undefined; report: Report }> {
  let picked: string | undefined;
  const edited = await editList(options, "next --start", (list) => {
    const task = nextTask(list, options.as);
    picked = task?.number;
    return task && task.status.value !== "In Progress"
      ? planStart(pickTask(list, task.number), options)
      : { edits: [], intent: {} };
  });
  const { after: list } = edited;
  if (picked === undefined) return { list, task: undefined, report: reportNothingReady(list) };
  const task = pickTask(list, picked);
  const json = { task: presentTask(list, task), reason: null };
  return { list, task, report: await reportEdit(options, edited, json, describeTask(list, task)) };
}
