import { removal } from "../document/edit/change.ts";
import { findMentions } from "../document/edit/renumber.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { dependentsOf } from "../document/task-queries.ts";
import { claimInWords } from "../list-file/claims/claim-elsewhere.ts";
import { openList, pickTask } from "../list-file/open-list.ts";
import { requireLine } from "../options/option-values.ts";
import { ruleRefusal } from "../refusal.ts";
import { headline } from "../reporting/describe-task.ts";
import { presentTask } from "../reporting/present-task.ts";
import { requireYes } from "../terminal/ask.ts";
import { isHeld, renumberingLines, workElsewhere } from "../workflow/renumbering.ts";
import { editAndReport } from "./edit-and-report.ts";
import { dryRun, operation, taskNumber } from "./operation.ts";

export const remove = operation(
  {
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
    tool: {
      summary: "Remove a task; its dependents inherit its dependencies. Needs yes.",
      does: "removes",
    },
  },
  async ({ number, reason = null, ...options }) => {
    const pick = (list: TaskList): Task => {
      const task = pickTask(list, number);
      if (!options.force) requireFree(list, task);
      return task;
    };
    let asked: string | undefined;
    if (!options.yes && !options.dryRun) {
      asked = nameOf(pick(openList(options.list).list));
      const reasons = { ifUnasked: `Removing ${asked} needs --yes.`, ifNo: "Nothing was removed." };
      await requireYes(`Remove ${asked}?`, options, reasons);
    }
    return editAndReport(options, "remove", function* (before) {
      const task = pick(before);
      requireAsked(task, asked);
      const heirs = dependentsOf(before, task.number)
        .filter((one) => one !== task)
        .map((one) => one.number);
      const list = yield removal(
        new Map([[task, reason === null ? undefined : requireLine("--reason", reason)]]),
      );
      const mentions = findMentions(list, [task.number]);
      const uncarried = task.requirements.filter((id) =>
        list.tasks.every(({ requirements }) => !requirements.includes(id)),
      );
      const lines = [
        `${headline(task)}: removed`,
        ...(heirs.length > 0 ? [`  ${inheritance(task)}: ${heirs.join(", ")}`] : []),
        ...(uncarried.length > 0 ? [`  no other task carries ${uncarried.join(", ")}`] : []),
        ...renumberingLines({ renumbered: [], mentions }),
      ];
      return {
        json: { task: presentTask(before, task), reason, heirs, uncarried, mentions },
        text: lines.join("\n"),
      };
    });
  },
);

/** @throws Refusal if the person was asked about another task, which had this number until the list was edited. */
function requireAsked(task: Task, asked = nameOf(task)): void {
  if (nameOf(task) === asked) return;
  throw ruleRefusal("task-changed", `Nothing was removed: ${asked} is ${nameOf(task)} now.`);
}

/** What changes for the tasks that depended on the removed one. */
function inheritance({ dependencies: { resolved, unknown } }: Task): string {
  const inherited = [...resolved, ...unknown.map(({ text }) => `"${text}"`)];
  return inherited.length === 0
    ? "no longer waiting for it"
    : `now waiting for what it waited for (${inherited.join(", ")})`;
}

const nameOf = ({ number, title }: Task): string => `Task ${number} "${title}"`;

/** @throws Refusal if someone may be working on the task. */
function requireFree(list: TaskList, task: Task): void {
  if (!isHeld(list, task)) return;
  const { status, owner } = task;
  const claim = workElsewhere(list, task);
  const own = owner === null ? `is ${status.value}` : `belongs to ${owner} (${status.value})`;
  const state = claim ? `is ${claimInWords(claim)}` : own;
  throw ruleRefusal("task-in-use", `${nameOf(task)} ${state}. Remove it anyway with --force.`);
}
