import type { Task, TaskList } from "../document/task-list.ts";
import { dependentsOf, isBegun } from "../document/task-queries.ts";
import { ruleRefusal } from "../refusal.ts";
import { withBoxes } from "../workflow/rules.ts";
import { editTaskAndReport } from "./edit-and-report.ts";
import { dryRun, operation, taskNumber } from "./operation.ts";

export const reset = operation(
  {
    name: "reset",
    summary: "set a task back to Not Started, with its boxes unticked",
    arguments: taskNumber,
    options: { force: { summary: "even while a begun task depends on it", tool: true }, ...dryRun },
    examples: ["tasks reset 1.2"],
    tool: { summary: "Back to Not Started, boxes unticked.", does: "settles" },
  },
  ({ number, force, ...options }) =>
    editTaskAndReport(options, "reset", number, (list, task) => {
      if (!force) requireNoBegunDependent(list, task);
      return { status: "Not Started", verification: withBoxes(task, () => false) };
    }),
);

function requireNoBegunDependent(list: TaskList, task: Task): void {
  const begun = dependentsOf(list, task.number).filter(isBegun);
  if (begun.length === 0) return;
  const names = begun.map(({ number, title, status }) => `${number} "${title}" (${status.value})`).join(", ");
  const [verb, them] = begun.length === 1 ? ["depends", "that task"] : ["depend", "them"];
  throw ruleRefusal(
    "begun-dependent",
    `Task ${task.number} cannot be reset: ${names} ${verb} on it. Reset ${them} first, or use --force.`,
  );
}
