import { requireLine } from "../cli/options/option-values.ts";
import { presentTask } from "../cli/reporting/present-task.ts";
import { reportEdit } from "../cli/reporting/report.ts";
import { headline } from "../cli/terminal/describe-task.ts";
import { claimInWords } from "../cli/terminal/paint.ts";
import { removal } from "../document/edit/change.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { dependentsOf } from "../document/task-queries.ts";
import type { Plan } from "../list-file/editing/edit-list.ts";
import { editList } from "../list-file/editing/edit-list.ts";
import { ruleRefusal } from "../refusal.ts";
import { openList } from "../workflow/open-list.ts";
import { pickTask } from "../workflow/pick-task.ts";
import { isHeld, presentRenumbering, renumberingLines, workElsewhere } from "../workflow/renumbering.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { dryRun, operation, taskNumber } from "./operation.ts";

const declaration = {
  name: "remove",
  summary: "remove a task; those that depended on it inherit its dependencies",
  arguments: taskNumber,
  options: {
    reason: { value: "text", summary: "why, for the note under ## Changes", tool: true },
    yes: { short: "-y", summary: "do not ask", tool: true },
    force: { summary: "even if it is in progress or has an owner", tool: true },
    ...dryRun,
  },
  examples: ['tasks remove 2.3 --yes --reason "covered by 2.1"'],
  tool: { summary: "Remove a task; its dependents inherit its dependencies. Needs yes.", does: "removes" },
} as const satisfies Declaration;

type RemoveOptions = OptionsOf<typeof declaration>;

/** Removes a task; its dependents inherit its dependencies, and a line under `## Changes` records it. */
export const remove = operation(declaration, async ({ number, ...options }) => {
  if (!options.yes && !options.dryRun) await confirmRemoval(number, options);
  const edited = await editList(options, "remove", (list) =>
    planRemovalWith(list, pickTask(list, number), options),
  );
  const task = pickTask(edited.before, number);
  const heirs = dependentsOf(edited.before, task.number).flatMap((one) => (one === task ? [] : one.number));
  const { mentions } = presentRenumbering(edited.after, new Map(), [task.number]);
  const lines = [
    `${headline(task)}: removed`,
    ...(heirs.length > 0 ? [`  ${inheritance(task)}: ${heirs.join(", ")}`] : []),
    ...renumberingLines({ renumbered: [], mentions }),
  ];
  const json = { task: presentTask(edited.before, task), reason: options.reason ?? null, heirs, mentions };
  return reportEdit(options, edited, json, lines.join("\n"));
});

/** What changes for the tasks that depended on the removed one. */
function inheritance({ dependencies: { resolved, unknown } }: Task): string {
  const inherited = [...resolved, ...unknown.map(({ text }) => `"${text}"`)];
  return inherited.length === 0
    ? "no longer waiting for it"
    : `now waiting for what it waited for (${inherited.join(", ")})`;
}

function planRemovalWith(list: TaskList, task: Task, { reason, force }: RemoveOptions): Plan {
  if (!force) requireFree(list, task);
  return removal(new Map([[task, reason === undefined ? undefined : requireLine("--reason", reason)]]));
}

/** @throws Refusal if someone may be working on the task. */
function requireFree(list: TaskList, task: Task): void {
  if (!isHeld(list, task)) return;
  const name = `Task ${task.number} "${task.title}"`;
  throw ruleRefusal("task-in-use", `${name} ${stateInWords(list, task)}. Remove it anyway with --force.`);
}

function stateInWords(list: TaskList, task: Task): string {
  const claim = workElsewhere(list, task);
  if (claim) return `is ${claimInWords(claim)}`;
  const { status, owner } = task;
  return owner === null ? `is ${status.value}` : `belongs to ${owner} (${status.value})`;
}

async function confirmRemoval(number: string, options: RemoveOptions): Promise<void> {
  const { list } = openList(options.list);
  const task = pickTask(list, number);
  if (!options.force) requireFree(list, task);
  const name = `Task ${task.number} "${task.title}"`;
  const { requireYes } = await import("../cli/terminal/ask.ts");
  await requireYes(`Remove ${name}?`, options, {
    ifUnasked: `Removing ${name} needs --yes.`,
    ifNo: "Nothing was removed.",
  });
}
