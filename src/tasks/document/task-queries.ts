import type { Complexity, Status, Task, TaskList } from "./task-list.ts";
import { parseTaskNumber } from "./task-number.ts";

const minutesByComplexity: Record<Complexity, number> = { Low: 30, Medium: 120, High: 240 };

/** The first task of that number, given in any form that `parseTaskNumber` takes. */
export function findTask(list: TaskList, argument: string): Task | undefined {
  const number = parseTaskNumber(argument);
  return number === null ? undefined : indexOf(list).byNumber.get(number);
}

/** The tasks that name it as a dependency, directly. */
export function dependentsOf(list: TaskList, number: string): readonly Task[] {
  return indexOf(list).dependents.get(number) ?? [];
}

/** All that a task waits for, as it is shown: numbers, then the words that name no task. */
export const dependencyNames = ({ dependencies: { resolved, unknown } }: Task): readonly string[] => [
  ...resolved,
  ...unknown.map(({ text }) => text),
];

/** The dependencies that are not Complete, as they are shown. Those that match no task count too. */
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

/** The stated estimate; else Low 30 minutes, Medium 2 hours, High 4 hours; null without either. */
export function effortMinutes({ minutes, complexity }: Task): number | null {
  return minutes ?? (complexity && minutesByComplexity[complexity]);
}

/** The numbers of which every task of that number is Complete: a number that is defined twice is done when both are. */
export function completeNumbers(list: TaskList): ReadonlySet<string> {
  return indexOf(list).complete;
}

interface TaskIndex {
  readonly byNumber: ReadonlyMap<string, Task>;
  readonly dependents: ReadonlyMap<string, readonly Task[]>;
  readonly complete: ReadonlySet<string>;
}

// A list never changes once read, so each question about all of its tasks is answered once.
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

/** The status a task is read as having once its boxes are ticked like this: they tell it where its own words do not. */
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
