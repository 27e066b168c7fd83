import { dependentsOf } from "../document/edit/inherit-dependencies.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import type { EditOptions, Plan } from "../editing/edit-list.ts";
import { editList } from "../editing/edit-list.ts";
import { planRemoval } from "../editing/plan-removal.ts";
import { requireLine } from "../options/require-line.ts";
import { openList } from "../picking/open-list.ts";
import { pickTask } from "../picking/pick-task.ts";
import { inputRefusal, ruleRefusal } from "../refusal.ts";
import { presentTask } from "../reporting/present-task.ts";
import type { Report } from "../reporting/report.ts";
import { reportEdit } from "../reporting/report-edit.ts";
import { isHeld, presentRenumbering, renumberingLines } from "../rules/renumbering-rules.ts";
import { canAsk } from "../terminal/can-ask.ts";
import { headline } from "../terminal/describe-task.ts";

export interface RemoveOptions extends EditOptions {
  readonly reason?: string;
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Removes a task; its dependents inherit its dependencies, and a line under `## Changes` records it. */
export async function remove(number: string, options: RemoveOptions): Promise<Report> {
  if (!options.yes && !options.dryRun) await confirmRemoval(number, options);
  const edited = await editList(options, "remove", (list) =>
    planRemovalWith(list, pickTask(list, number), options),
  );
  const task = pickTask(edited.before, number);
  const heirs = dependentsOf(edited.before, task).map((dependent) => dependent.number);
  const { mentions } = presentRenumbering(edited.after, new Map(), [task.number]);
  const lines = [
    `${headline(task)}: removed`,
    ...(heirs.length > 0 ? [`  now waiting for what it waited for: ${heirs.join(", ")}`] : []),
    ...renumberingLines({ renumbered: [], mentions }),
  ];
  const json = { task: presentTask(edited.before, task), reason: options.reason ?? null, heirs, mentions };
  return reportEdit(options, edited, json, lines.join("\n"));
}

function planRemovalWith(list: TaskList, task: Task, { reason, force }: RemoveOptions): Plan {
  if (!force) requireFree(task);
  return planRemoval(list, task, reason === undefined ? undefined : requireLine("--reason", reason));
}

/** @throws Refusal if someone may be working on the task. */
function requireFree(task: Task): void {
  if (!isHeld(task)) return;
  const { number, title, status, owner } = task;
  const state = owner === null ? `is ${status.value}` : `belongs to ${owner} (${status.value})`;
  throw ruleRefusal("task-in-use", `Task ${number} "${title}" ${state}. Remove it anyway with --force.`);
}

async function confirmRemoval(number: string, options: RemoveOptions): Promise<void> {
  const { list } = openList(options.list);
  const task = pickTask(list, number);
  if (!options.force) requireFree(task);
  if (!canAsk(options)) {
    throw inputRefusal("not-confirmed", `Removing Task ${task.number} "${task.title}" needs --yes.`);
  }
  const { confirm } = await import("../terminal/ask.ts");
  if (!(await confirm(`Remove Task ${task.number} "${task.title}"?`))) {
    throw inputRefusal("cancelled", "Nothing was removed.");
  }
}
