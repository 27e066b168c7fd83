import { removeOwner } from "../document/edit/write-owner.ts";
import { ensureStatus } from "../document/edit/write-status.ts";
import type { EditOptions } from "../editing/edit-list.ts";
import { editTask } from "../editing/edit-task.ts";
import type { Report } from "../reporting/report.ts";
import { reportEditedTask } from "../reporting/report-edit.ts";
import { headline } from "../terminal/describe-task.ts";

/** Takes a task's owner away; In Progress becomes Not Started. */
export async function release(number: string, options: EditOptions): Promise<Report> {
  const edited = await editTask(options, "release", number, (_, task) => {
    const status = task.status.value === "In Progress" ? "Not Started" : task.status.value;
    return {
      edits: [ensureStatus(task.number, status), removeOwner(task.number)],
      facts: { status, owner: null },
    };
  });
  const { from, task } = edited;
  const done = from.owner === null ? "had no owner" : `released by ${from.owner}`;
  return reportEditedTask(options, edited, `${headline(task)}: ${task.status.value}, ${done}`);
}
