import type { Task, TaskList } from "../document/task-list.ts";
import { isReady } from "../document/task-queries.ts";

/** The task in progress, one's own before one that nobody owns; else the first ready one, one's own first. */
export function nextTask(list: TaskList, owner?: string): Task | undefined {
  const running = list.tasks.filter(({ status }) => status.value === "In Progress");
  if (owner === undefined) return running[0] ?? list.tasks.find((task) => isReady(list, task));
  const ready = list.tasks.filter((task) => isReady(list, task));
  const ownThenFree = (tasks: readonly Task[]): Task | undefined =>
    tasks.find((task) => task.owner === owner) ?? tasks.find((task) => task.owner === null);
  // What somebody else is working on is theirs: a worker is better off with a task that is free.
  return ownThenFree(running) ?? ownThenFree(ready) ?? ready[0];
}
