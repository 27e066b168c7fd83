import { taskAnswer } from "../cli/reporting/present-task.ts";
import type { Report } from "../cli/reporting/report.ts";
import { describeTask } from "../cli/terminal/describe-task.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { claimedBefore, nextTask, reportNothingReady, workerOf } from "../workflow/next-task.ts";
import { openList } from "../workflow/open-list.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { dryRun, operation } from "./operation.ts";

const declaration = {
  name: "next",
  summary: "show the task to work on: the one in progress, else the first that is ready",
  options: {
    start: { summary: "start it, unless it is in progress already" },
    as: {
      value: "name",
      summary: "prefer the tasks of this owner, and start under this name (default: TASKS_AS)",
      tool: true,
    },
    explain: { summary: "say why this one, what it unblocks, and what holds the others", tool: true },
    ...dryRun,
  },
  examples: ["tasks next --start --as ann"],
  tool: { summary: "The task in progress, else the first that is ready.", does: "reads" },
} as const satisfies Declaration;

type NextOptions = OptionsOf<typeof declaration>;

/** The task to work on: the one in progress, else the first that is ready; `--start` starts it. */
export const next = operation(declaration, async (options) => {
  // Used fifty times a day, so modules that only `--start` needs are not loaded for a look.
  const { list, task, report } = options.start
    ? await (await import("../workflow/next-task.ts")).startNext(options)
    : findNext(options);
  if (!options.explain) return report;
  const { explainNext } = await import("../workflow/explain-next.ts");
  return explainNext(list, task, report, workerOf(options));
});

function findNext(options: NextOptions): { list: TaskList; task: Task | undefined; report: Report } {
  const opened = openList(options.list);
  const { list } = opened;
  const task = nextTask(list, workerOf(options));
  if (!task) return { list, task, report: reportNothingReady(opened) };
  const { elsewhere, notes } = claimedBefore(list, task);
  const json = { ...taskAnswer(opened, task), elsewhere };
  return { list, task, report: { json, text: describeTask(list, task), notes } };
}
