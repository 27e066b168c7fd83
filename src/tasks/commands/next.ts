import type { Task, TaskList } from "../document/task-list.ts";
import { openList } from "../picking/open-list.ts";
import { presentTask } from "../reporting/present-task.ts";
import type { Report } from "../reporting/report.ts";
import { nextTask } from "../starting/next-task.ts";
import { reportNothingReady } from "../starting/report-nothing-ready.ts";
import type { StartOptions } from "../starting/start-options.ts";
import { describeTask } from "../terminal/describe-task.ts";

export interface NextOptions extends StartOptions {
  readonly start?: boolean;
  readonly explain?: boolean;
}

/** The task to work on: the one in progress, else the first that is ready; `--start` starts it. */
export async function next(options: NextOptions): Promise<Report> {
  // Asked fifty times a day, so what only an edit needs is not loaded for a look.
  const { list, task, report } = options.start
    ? await (await import("../starting/start-next.ts")).startNext(options)
    : findNext(options);
  if (!options.explain) return report;
  const { explainNext } = await import("../starting/explain-next.ts");
  return explainNext(list, task, report, options.as);
}

function findNext(options: NextOptions): { list: TaskList; task: Task | undefined; report: Report } {
  const { list } = openList(options.list);
  const task = nextTask(list, options.as);
  if (!task) return { list, task, report: reportNothingReady(list) };
  const json = { task: presentTask(list, task), reason: null };
  return { list, task, report: { json, text: describeTask(list, task) } };
}
