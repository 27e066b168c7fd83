import { claimElsewhere } from "../../claims/claim-elsewhere.ts";
import { dependentsOf } from "../../document/edit/inherit-dependencies.ts";
import type { Task, TaskList } from "../../document/task-list.ts";

/** Whether nobody has begun a task, somebody may be at work on it, or it is done, here or in another working tree. */
export type Standing = "open" | "begun" | "done";

/** What an update may do to a task depends on it: only an open one is rewritten. */
export function standingOf(list: TaskList, task: Task): Standing {
  const claim = claimElsewhere(list, task);
  if (task.status.value === "Complete" || claim?.state === "done") return "done";
  const isMarked = task.proof.length > 0 || task.verification.some(({ checked }) => checked);
  const isTaken = task.owner !== null || claim !== null || isMarked;
  const isOpen = task.status.value === "Not Started" || task.status.value === "Blocked";
  return isOpen && task.status.understood && !isTaken ? "open" : "begun";
}

/**
 * Whether a task can be taken out: nobody has begun it, and no task that somebody has begun or finished would inherit
 * its dependencies.
 */
export const isRemovable = (list: TaskList, task: Task): boolean =>
  [task, ...dependentsOf(list, task)].every((one) => standingOf(list, one) === "open");
