import { presentTask } from "../cli/reporting/present-task.ts";
import type { Report } from "../cli/reporting/report.ts";
import { describeTask } from "../cli/terminal/describe-task.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { relativePath } from "../list-file/relative-path.ts";
import { openList } from "../workflow/open-list.ts";
import { claimedBefore, nextTask } from "../workflow/starting/next-task.ts";
import type { StartOptions } from "../workflow/starting/plan-start.ts";
import { workerOf } from "../workflow/starting/plan-start.ts";
import { reportNothingReady } from "../workflow/starting/report-nothing-ready.ts";

export interface NextOptions extends StartOptions {
  readonly start?: boolean;
  readonly explain?: boolean;
}

/** The task to work on: the one in progress, else the first that is ready; `--start` starts it. */
export async function next(options: NextOptions): Promise<Report> {
  // Used fifty times a day, so modules that only `--start` needs are not loaded for a look.
  const { list, task, report } = options.start
    ? await (await import("../workflow/starting/start-next.ts")).startNext(options)
    : findNext(options);
  if (!options.explain) return report;
  const { explainNext } = await import("../workflow/starting/explain-next.ts");
  return explainNext(list, task, report, workerOf(options));
}

function findNext(options: NextOptions): { list: TaskList; task: Task | undefined; report: Report } {
  const { path, list } = openList(options.list);
  const task = nextTask(list, workerOf(options));
  if (!task) return { list, task, report: reportNothingReady({ path, list }) };
  const { elsewhere, notes } = claimedBefore(list, task);
  const json = {
    list: relativePath(path),
    task: presentTask(list, task),
    reason: null,
    elsewhere,
  };
  return { list, task, report: { json, text: describeTask(list, task, { foldCode: true }), notes } };
}
