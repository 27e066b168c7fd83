import type { Task, TaskList } from "../document/task-list.ts";
import { claimElsewhere, claimInWords } from "../list-file/claims/claim-elsewhere.ts";
import type { EditOptions, Plan } from "../list-file/editing/edit-list.ts";
import { pickTask } from "../list-file/open-list.ts";
import { ruleRefusal } from "../refusal.ts";
import { describeTask } from "../reporting/describe-task.ts";
import { taskAnswer } from "../reporting/present-task.ts";
import type { Report } from "../reporting/report.ts";
import {
  belongsToAnother,
  firstFree,
  nextAnswer,
  nextTask,
  nothingReady,
  workerOf,
} from "../workflow/next-task.ts";
import { requireDependencies } from "../workflow/rules.ts";
import { editAndReport } from "./edit-and-report.ts";
import { dryRun, operation } from "./operation.ts";

export const start = operation(
  {
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
  },
  async ({ number, force = false, ...options }) => {
    const worker = workerOf(options);
    return editAndReport(options, "start", function* (before) {
      const found =
        number === undefined ? firstFree(before, worker) : startable(before, number, worker, force);
      if (!found) return nothingReady(before);
      const list = yield planStart(pickTask(before, found.number), worker);
      const task = pickTask(list, found.number);
      return { json: taskAnswer(list, task), text: describeTask(list, task) };
    });
  },
);

/** Adds to the answer of `next` what `--explain` asks for. */
export type Finish = (
  list: TaskList,
  task: Task | undefined,
  done: Report,
  worker: string | undefined,
) => Report;

/** Picks the next task and starts it in one locked step. A task that is already in progress is not changed. */
export function startNext(options: EditOptions & { readonly as?: string }, finish: Finish): Promise<Report> {
  const worker = workerOf(options);
  return editAndReport(options, "next --start", function* (before) {
    const next = nextTask(before, worker);
    const isRunning = next?.status.value === "In Progress";
    // A task that someone else owns and has not started is left to them.
    const found = next && !isRunning && belongsToAnother(next, worker) ? firstFree(before, worker) : next;
    if (!found) return finish(before, undefined, nothingReady(before), worker);
    const list = yield isRunning ? {} : planStart(pickTask(before, found.number), worker);
    const task = pickTask(list, found.number);
    return finish(list, task, nextAnswer(list, task, before), worker);
  });
}

/** Sets the status, and the owner if one is named. */
const planStart = ({ number }: Task, owner: string | undefined): Plan => ({
  facts: new Map([[number, { status: "In Progress", ...(owner === undefined ? {} : { owner }) }]]),
  takes: number,
});

/** @throws Refusal if the task can't be started. */
function startable(list: TaskList, argument: string, worker: string | undefined, force: boolean): Task {
  const task = pickTask(list, argument);
  const { number, owner, status } = task;
  const claim = claimElsewhere(list, task);
  const reason = status.blockedReason ? ` (${status.blockedReason})` : "";
  const rules = [
    [status.value === "Complete", "already-complete", `is Complete: tasks reset ${number} takes it back.`],
    [status.value === "Blocked", "blocked", `is Blocked${reason}: tasks unblock ${number} first.`],
    [
      !force && !status.understood,
      "unknown-status",
      `has an unknown status: "${status.written}". Correct it with tasks reset ${number}, or start it with --force.`,
    ],
    [
      !force && belongsToAnother(task, worker),
      "owned-by-another",
      `belongs to ${owner} (${status.value}). Free it with tasks release ${number}, or take it with --force.`,
    ],
    [
      !force && claim?.state === "done",
      "done-elsewhere",
      `is ${claim && claimInWords(claim)}. Merge that branch, or do it again with --force.`,
    ],
    [!force && claim, "claimed-elsewhere", `is ${claim && claimInWords(claim)}. Take it with --force.`],
  ] as const;
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken) throw ruleRefusal(broken[1], `Task ${number} ${broken[2]}`);
  if (status.value === "Not Started") requireDependencies(list, task, "start", force);
  return task;
}
