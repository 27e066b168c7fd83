import { isBegun } from "../document/edit/follow-header-status.ts";
import { writeStatus } from "../document/edit/write-status.ts";
import type { EditOptions } from "../editing/edit-list.ts";
import { editTask } from "../editing/edit-task.ts";
import { ruleRefusal } from "../refusal.ts";
import type { Report } from "../reporting/report.ts";
import { reportEditedTask, statusLine } from "../reporting/report-edit.ts";

/** Lets a Blocked task go on: In Progress if an item is ticked or it has an owner, else Not Started. */
export async function unblock(number: string, options: EditOptions): Promise<Report> {
  const edited = await editTask(options, "unblock", number, (_, task) => {
    if (task.status.value !== "Blocked") {
      throw ruleRefusal("not-blocked", `Task ${task.number} is not Blocked but ${task.status.value}.`);
    }
    const status = isBegun(task) ? "In Progress" : "Not Started";
    return { edits: [writeStatus(task.number, status)], facts: { status, blockedReason: null } };
  });
  return reportEditedTask(options, edited, statusLine(edited));
}
