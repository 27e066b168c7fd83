import { getTask } from "../../document/edit/get-task.ts";
import { writeLine } from "../../document/edit/write-field.ts";
import { renderDependencies } from "../../document/render-task.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import type { Plan } from "../../editing/edit-list.ts";

/**
 * Replaces what a task depends on by what the new draft says, where it says word for word what the old one did. What
 * comes later in the list, or waits for the task itself, is left out.
 */
export function followDependencies(
  list: TaskList,
  number: string,
  old: readonly string[],
  now: readonly string[],
): Pick<Plan, "edits"> & { readonly facts: { readonly dependencies?: readonly string[] } } {
  const task = getTask(list, number);
  const wanted = list.tasks
    .slice(0, list.tasks.indexOf(task))
    .filter((one) => now.includes(one.number) && !waitsFor(list, one, number))
    .map((one) => one.number);
  const isOurs = isSame(task.dependencies.own, old);
  if (!isOurs || isSame(old, wanted)) return { edits: [], facts: {} };
  return {
    edits: [writeLine(number, "dependencies", "Dependencies", renderDependencies(wanted))],
    facts: { dependencies: wanted },
  };
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();

function waitsFor(list: TaskList, task: Task, number: string): boolean {
  const open = [task.number];
  const seen = new Set(open);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === number) return true;
    const needs = list.tasks.find((one) => one.number === next)?.dependencies.resolved ?? [];
    for (const need of needs) if (!seen.has(need)) open.push(need);
    for (const need of needs) seen.add(need);
  }
  return false;
}
