import type { Report } from "../cli/reporting/report.ts";
import { reportEditedTask, statusLine } from "../cli/reporting/report-edit.ts";
import type { Task } from "../document/task-list.ts";
import { editTask } from "../list-file/editing/edit-task.ts";
import { ruleRefusal } from "../refusal.ts";
import {
  openItemsInWords,
  planCompletion,
  refuseWithoutVerification,
} from "../workflow/rules/completion-rules.ts";
import { requireDependencies } from "../workflow/rules/workflow-rules.ts";
import type { CompleteByRunningOptions } from "../workflow/verifying/complete-by-running.ts";

export interface CompleteOptions extends CompleteByRunningOptions {
  readonly run?: boolean;
}

/** Marks a task Complete, once every dependency is and every criterion is ticked; `--run` runs their commands first. */
export async function complete(number: string, options: CompleteOptions): Promise<Report> {
  if (options.run) {
    const { completeByRunning } = await import("../workflow/verifying/complete-by-running.ts");
    return completeByRunning(number, options);
  }
  const edited = await editTask(options, "complete", number, (list, task) => {
    requireDependencies(list, task, "be completed", options);
    if (!options.verified) requireVerified(task);
    return planCompletion(task);
  });
  return reportEditedTask(options, edited, statusLine(edited));
}

function requireVerified(task: Task): void {
  refuseWithoutVerification(task);
  const open = [...task.verification.entries()].filter(([, { checked }]) => !checked);
  if (open.length === 0) return;
  throw ruleRefusal(
    "open-verification",
    `Task ${task.number} cannot be completed: not ticked yet: ${openItemsInWords(open)}. Tick with tasks check, or state with --verified that they were checked.`,
  );
}
