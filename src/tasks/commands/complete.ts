import { tickItems } from "../document/edit/check-items.ts";
import { writeStatus } from "../document/edit/write-status.ts";
import type { Task } from "../document/task-list.ts";
import type { EditOptions } from "../editing/edit-list.ts";
import { editTask } from "../editing/edit-task.ts";
import { ruleRefusal } from "../reporting/refusal.ts";
import type { Report } from "../reporting/report.ts";
import { reportEditedTask, statusLine } from "../reporting/report-edit.ts";
import { requireDependencies } from "../rules/workflow-rules.ts";

export interface CompleteOptions extends EditOptions {
  readonly verified?: boolean;
  readonly force?: boolean;
}

/** Marks a task Complete, once every dependency is and every criterion is ticked. */
export async function complete(number: string, options: CompleteOptions): Promise<Report> {
  const edited = await editTask(options, "complete", number, (list, task) => {
    requireDependencies(list, task, "be completed", options);
    if (!options.verified) requireVerified(task);
    const written = task.status.from === "field" && task.status.value === "Complete";
    return {
      edits: [
        tickItems(task.number, [...task.verification.keys()]),
        ...(written ? [] : [writeStatus(task.number, "Complete")]),
      ],
      facts: {
        status: "Complete",
        blockedReason: null,
        verification: task.verification.map(({ text }) => ({ text, checked: true })),
      },
    };
  });
  return reportEditedTask(options, edited, statusLine(edited));
}

function requireVerified({ number, verification }: Task): void {
  if (verification.length === 0) {
    throw ruleRefusal(
      "no-verification",
      `Task ${number} has no verification: if it was checked otherwise, tasks complete ${number} --verified says so.`,
    );
  }
  const open = [...verification.entries()].filter(([, { checked }]) => !checked);
  if (open.length === 0) return;
  const items = open.map(([index, { text }]) => `${index + 1} "${text}"`).join(", ");
  throw ruleRefusal(
    "open-verification",
    `Task ${number} cannot be completed: not ticked yet: ${items}. Tick with tasks check, or state with --verified that they were checked.`,
  );
}
