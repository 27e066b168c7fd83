import type { Task, TaskList } from "../../document/task-list.ts";
import { dependentsOf } from "../../document/task-queries.ts";
import { claimElsewhere } from "../../workflow/claims/claim-elsewhere.ts";

/** Whether a task is not started, possibly in progress, or complete, here or in another working tree. */
export type Standing = "open" | "begun" | "done";

/** Decides what an update can do with a task: it edits and removes only open ones. */
export function standingOf(list: TaskList, task: Task): Standing {
  const claim = claimElsewhere(list, task);
  if (task.status.value === "Complete" || claim?.state === "done") return "done";
  const isMarked = task.proof.length > 0 || task.verification.some(({ checked }) => checked);
  const isTaken = task.owner !== null || claim !== null || isMarked;
  const isOpen = task.status.value === "Not Started" || task.status.value === "Blocked";
  return isOpen && task.status.understood && !isTaken ? "open" : "begun";
}

/**
 * Whether a task can be removed: it is open, and so are the tasks that depend on it, which would inherit its
 * dependencies.
 */
export const isRemovable = (list: TaskList, task: Task): boolean =>
  [task, ...dependentsOf(list, task.number)].every((one) => standingOf(list, one) === "open");
