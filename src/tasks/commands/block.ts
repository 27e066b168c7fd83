import { requireLine } from "../cli/options/require-line.ts";
import type { Report } from "../cli/reporting/report.ts";
import { reportEditedTask, statusLine } from "../cli/reporting/report-edit.ts";
import { writeStatus } from "../document/edit/write-field.ts";
import type { EditOptions } from "../list-file/editing/edit-list.ts";
import { editTask } from "../list-file/editing/edit-task.ts";
import { ruleRefusal } from "../refusal.ts";

export interface BlockOptions extends EditOptions {
  readonly reason: string;
}

/** Sets a task Blocked, with what it waits for. */
export async function block(number: string, options: BlockOptions): Promise<Report> {
  const reason = requireLine("--reason", options.reason);
  const edited = await editTask(options, "block", number, (_, task) => {
    if (task.status.value === "Complete") {
      throw ruleRefusal(
        "already-complete",
        `Task ${task.number} is Complete: there is nothing left to block.`,
      );
    }
    return {
      edits: [writeStatus(task.number, "Blocked", reason)],
      facts: { status: "Blocked", blockedReason: reason },
    };
  });
  return reportEditedTask(options, edited, statusLine(edited));
}
