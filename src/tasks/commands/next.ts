import { openList } from "../list-file/open-list.ts";
import { aboutList } from "../reporting/report.ts";
import { nextAnswer, nextTask, nothingReady, workerOf } from "../workflow/next-task.ts";
import { dryRun, operation } from "./operation.ts";
import type { Finish } from "./start.ts";

export const next = operation(
  {
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
  },
  async ({ start, explain, ...options }) => {
    // Used fifty times a day, so modules that edit and explain are not loaded for a look.
    const finish = explain ? (await import("../workflow/explain-next.ts")).explainNext : asItIs;
    if (start) return (await import("./start.ts")).startNext(options, finish);
    const { path, list } = openList(options.list);
    const worker = workerOf(options);
    const task = nextTask(list, worker);
    return aboutList(path, finish(list, task, task ? nextAnswer(list, task) : nothingReady(list), worker));
  },
);

const asItIs: Finish = (_list, _task, done) => done;
