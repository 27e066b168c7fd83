import type { Task } from "../../document/task-list.ts";
import type { Plan } from "./edit-list.ts";

/**
 * Removes a task. Its dependents inherit its dependencies, and a line under `## Changes` records the removal and
 * reason.
 */
export function planRemoval(task: Task, reason?: string): Plan {
  const why = reason === undefined ? "" : ` - ${reason}`;
  return { removed: task, note: `removed Task ${task.number} "${task.title}"${why}` };
}
