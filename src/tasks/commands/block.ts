import { writeStatus } from "../document/edit/write-status.ts";
import type { EditOptions } from "../editing/edit-list.ts";
import { editTask } from "../editing/edit-task.ts";
import { requireLine } from "../options/require-line.ts";
import { ruleRefusal } from "../refusal.ts";
import type { Report } from "../reporting/report.ts";
import { reportEditedTask, statusLine } from "../reporting/report-edit.ts";

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
