import type { Task } from "./task-list.ts";

type Key = (task: Task) => string;

/** A task as it is named: another one may have its number or its title. */
export const nameOf = ({ number, title }: Pick<Task, "number" | "title">): string => `${number} ${title}`;

/**
 * Finds the same tasks in another version of a list: by number and title, then by title, then by number. Each matches
 * once. Every task is tried with one key before the next, looser key.
 */
export function matchTasks(
  tasks: readonly Task[],
  others: readonly Task[],
  keys: readonly Key[] = [nameOf, ({ title }) => title, ({ number }) => number],
): ReadonlyMap<Task, Task> {
  const found = new Map<Task, Task>();
  const left = new Set(others);
  for (const keyOf of keys) {
    const known = Map.groupBy(left, keyOf);
    for (const task of tasks) {
      const other = found.has(task) ? undefined : known.get(keyOf(task))?.shift();
      if (other === undefined) continue;
      found.set(task, other);
      left.delete(other);
    }
  }
  return found;
}
