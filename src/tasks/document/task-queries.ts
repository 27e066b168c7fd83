import type { Complexity, Task, TaskList } from "./task-list.ts";

const minutesByComplexity: Record<Complexity, number> = { Low: 30, Medium: 120, High: 240 };

/** The number in `1.2`, `Task 1.2`, `#1.2` or `task-1.2`; null where there is none. */
export function parseTaskNumber(argument: string): string | null {
  const match = /^\s*(?:task\b[\s-]*)?#?\s*(\d+)\.(\d+)\s*$/i.exec(argument);
  return match ? `${Number(match[1])}.${Number(match[2])}` : null;
}

/** The first task of that number, given in any form that `parseTaskNumber` takes. */
export function findTask(list: TaskList, argument: string): Task | undefined {
  const number = parseTaskNumber(argument);
  return list.tasks.find((task) => task.number === number);
}

/** The tasks that name it as a dependency, directly. */
export function dependentsOf(list: TaskList, number: string): readonly Task[] {
  return list.tasks.filter((task) => task.dependencies.resolved.includes(number));
}

/** The dependencies that are not Complete, what names no task of the list included, as they are shown. */
export function unmetDependencies(list: TaskList, task: Task): readonly string[] {
  const complete = completeNumbers(list);
  const unfinished = task.dependencies.resolved.filter((number) => !complete.has(number));
  return [...unfinished, ...task.dependencies.unknown.map(({ text }) => text)];
}

/** Whether `start` would take it: Not Started, and every dependency Complete. */
export function isReady(list: TaskList, task: Task): boolean {
  const { value, understood } = task.status;
  return value === "Not Started" && understood && unmetDependencies(list, task).length === 0;
}

/** Low 30 minutes, Medium 2 hours, High 4 hours; null without a complexity. */
export function effortMinutes(task: Task): number | null {
  return task.complexity && minutesByComplexity[task.complexity];
}

/** The numbers of which every task of that number is Complete: a number that stands twice is done when both are. */
export function completeNumbers(list: TaskList): ReadonlySet<string> {
  const complete = new Set<string>();
  for (const { number, status } of list.tasks) if (status.value === "Complete") complete.add(number);
  for (const { number, status } of list.tasks) if (status.value !== "Complete") complete.delete(number);
  return complete;
}
