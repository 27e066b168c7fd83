import type { Task } from "../../document/task-list.ts";
import type { Plan } from "./edit-list.ts";

/** Takes a task out: its dependents inherit its dependencies, and a line under `## Changes` says so, with the reason. */
export function planRemoval(task: Task, reason?: string): Plan {
  const why = reason === undefined ? "" : ` - ${reason}`;
  return { removed: task, note: `removed Task ${task.number} "${task.title}"${why}` };
}
