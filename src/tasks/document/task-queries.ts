import type { Complexity, Status, Task, TaskList } from "./task-list.ts";
import { parseTaskNumber } from "./task-number.ts";

const minutesByComplexity: Record<Complexity, number> = { Low: 30, Medium: 120, High: 240 };

/** The first task of that number, given in any form that `parseTaskNumber` takes. */
export function findTask(list: TaskList, argument: string): Task | undefined {
  const number = parseTaskNumber(argument);
  return number === null ? undefined : indexOf(list).byNumber.get(number);
}

/** The tasks that depend on it directly. */
export function dependentsOf(list: TaskList, number: string): readonly Task[] {
  return indexOf(list).dependents.get(number) ?? [];
}

/** All dependencies of a task for display: numbers, then the words that match no task. */
export const dependencyNames = ({ dependencies: { resolved, unknown } }: Task): readonly string[] => [
  ...resolved,
  ...unknown.map(({ text }) => text),
];

/** The dependencies that are not Complete, for display. Those that match no task count too. */
export function unmetDependencies(list: TaskList, task: Task): readonly string[] {
  const complete = completeNumbers(list);
  const unfinished = task.dependencies.resolved.filter((number) => !complete.has(number));
  return [...unfinished, ...task.dependencies.unknown.map(({ text }) => text)];
}

/** Whether `start` accepts it: Not Started, and every dependency Complete. */
export function isReady(list: TaskList, task: Task): boolean {
  const { value, understood } = task.status;
  return value === "Not Started" && understood && unmetDependencies(list, task).length === 0;
}

/** The stated estimate; else Low 30 minutes, Medium 2 hours, High 4 hours; null without either. */
export function effortMinutes({ minutes, complexity }: Task): number | null {
  return minutes ?? (complexity && minutesByComplexity[complexity]);
}

/** The numbers of Complete tasks. A number that is defined twice is complete if both tasks are. */
export function completeNumbers(list: TaskList): ReadonlySet<string> {
  return indexOf(list).complete;
}

interface TaskIndex {
  readonly byNumber: ReadonlyMap<string, Task>;
  readonly dependents: ReadonlyMap<string, readonly Task[]>;
  readonly complete: ReadonlySet<string>;
}

// A list is immutable once read, so its index is computed once.
const indexes = new WeakMap<TaskList, TaskIndex>();

function indexOf(list: TaskList): TaskIndex {
  const known = indexes.get(list);
  if (known) return known;
  const index = buildIndex(list.tasks);
  indexes.set(list, index);
  return index;
}

function buildIndex(tasks: readonly Task[]): TaskIndex {
  const byNumber = new Map<string, Task>();
  const dependents = new Map<string, Task[]>();
  const unfinished = new Set<string>();
  for (const task of tasks) {
    if (!byNumber.has(task.number)) byNumber.set(task.number, task);
    if (task.status.value !== "Complete") unfinished.add(task.number);
    for (const number of task.dependencies.resolved) {
      const known = dependents.get(number);
      if (known) known.push(task);
      else dependents.set(number, [task]);
    }
  }
  const complete = new Set([...byNumber.keys()].filter((number) => !unfinished.has(number)));
  return { byNumber, dependents, complete };
}

/**
 * The status that the task has once its boxes are ticked like this: without a stated status, the boxes determine it.
 */
export function impliedStatus(
  { status, headingMark }: Task,
  items: readonly { readonly checked: boolean }[],
): Status {
  const isWritten = status.from === "field" && status.understood;
  if (isWritten || headingMark) return status.value;
  const ticked = items.filter(({ checked }) => checked).length;
  if (ticked === 0) return "Not Started";
  return ticked === items.length ? "Complete" : "In Progress";
}
