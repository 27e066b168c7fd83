import { reportEditedTask } from "../cli/reporting/report.ts";
import { describeTask } from "../cli/terminal/describe-task.ts";
import { claimInWords } from "../cli/terminal/paint.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { editList } from "../list-file/editing/edit-list.ts";
import { ruleRefusal } from "../refusal.ts";
import { claimElsewhere } from "../workflow/claims/claim-elsewhere.ts";
import type { StartOptions } from "../workflow/next-task.ts";
import {
  belongsToAnother,
  firstFree,
  planStart,
  reportNothingReady,
  workerOf,
} from "../workflow/next-task.ts";
import { pickTask } from "../workflow/pick-task.ts";
import { requireDependencies } from "../workflow/rules.ts";
import type { Declaration } from "./operation.ts";
import { dryRun, operation } from "./operation.ts";

const declaration = {
  name: "start",
  summary: "set a task In Progress, once every dependency is Complete",
  arguments: {
    number: {
      value: "number",
      summary: "the task; without it the first that is ready, picked and marked in one step",
      tool: true,
    },
  },
  options: {
    as: { value: "name", summary: "write this owner into the task (default: TASKS_AS)", tool: true },
    force: { summary: "take another owner's task; ignore dependencies that match no task", tool: true },
    ...dryRun,
  },
  examples: ["tasks start 1.2 --as ann", "tasks start --as ann"],
  tool: {
    summary:
      "Start a task and give its details; without number, the first that is ready, which no other worker gets.",
    does: "edits",
  },
} as const satisfies Declaration;

/** Sets a task In Progress; without a number, the first ready task, picked and marked in one step. */
export const start = operation(declaration, async ({ number, ...options }) => {
  const edited = await editList(options, "start", (list) => {
    const task =
      number === undefined ? firstFree(list, workerOf(options)) : requireStartable(list, number, options);
    return task ? planStart(pickTask(list, task.number), options) : {};
  });
  const { path, after, takes } = edited;
  if (takes === undefined) return reportNothingReady({ path, list: after });
  const task = pickTask(after, takes);
  return reportEditedTask(options, { ...edited, task }, describeTask(after, task));
});

function requireStartable(list: TaskList, argument: string, options: StartOptions): Task {
  const task = pickTask(list, argument);
  const { number, owner, status } = task;
  requireStartableStatus(task, options);
  if (!options.force && belongsToAnother(task, workerOf(options))) {
    throw ruleRefusal(
      "owned-by-another",
      `Task ${number} belongs to ${owner} (${status.value}). Free it with tasks release ${number}, or take it with --force.`,
    );
  }
  if (!options.force) requireUnclaimed(list, task);
  if (status.value === "Not Started") requireDependencies(list, task, "start", options);
  return task;
}

function requireUnclaimed(list: TaskList, task: Task): void {
  const claim = claimElsewhere(list, task);
  if (claim === null) return;
  const code = claim.state === "done" ? "done-elsewhere" : "claimed-elsewhere";
  const remedy =
    claim.state === "done" ? "Merge that branch, or do it again with --force." : "Take it with --force.";
  throw ruleRefusal(code, `Task ${task.number} is ${claimInWords(claim)}. ${remedy}`);
}

function requireStartableStatus({ number, status }: Task, { force }: StartOptions): void {
  if (status.value === "Complete") {
    throw ruleRefusal("already-complete", `Task ${number} is Complete: tasks reset ${number} takes it back.`);
  }
  if (status.value === "Blocked") {
    const reason = status.blockedReason ? ` (${status.blockedReason})` : "";
    throw ruleRefusal("blocked", `Task ${number} is Blocked${reason}: tasks unblock ${number} first.`);
  }
  if (!status.understood && !force) {
    throw ruleRefusal("unknown-status", `Task ${number} has an unknown status: "${status.written}".`);
  }
}
