import { statusOfItems } from "./read-status.ts";
import type { Complexity, DependencyPart, Field, FieldName, Status, Task, TaskList } from "./task-list.ts";
import { statuses } from "./task-list.ts";
import { parseTaskNumber } from "./task-number.ts";

const minutesByComplexity: Record<Complexity, number> = { Low: 30, Medium: 120, High: 240 };

/** The first task of that number, given in any form that `parseTaskNumber` takes. */
export function findTask(list: TaskList, argument: string): Task | undefined {
  const number = parseTaskNumber(argument);
  return number === null ? undefined : indexOf(list).byNumber.get(number);
}

interface WithFields {
  readonly fields: readonly Field[];
}

/** The first field with that name. */
export const findField = ({ fields }: WithFields, wanted: FieldName): Field | undefined =>
  fields.find(({ name }) => name === wanted);

/** All fields with that name. */
export const fieldsNamed = ({ fields }: WithFields, wanted: FieldName): readonly Field[] =>
  fields.filter(({ name }) => name === wanted);

/** The tasks that depend on it directly. */
export function dependentsOf(list: TaskList, number: string): readonly Task[] {
  return indexOf(list).dependents.get(number) ?? [];
}

/** Whether a part of a Dependencies value is the number of one task, not a range. */
export const isOneTask = (part: DependencyPart): boolean =>
  part.kind === "tasks" && part.first.start === part.last.start;

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
  const index = indexes.get(list) ?? buildIndex(list.tasks);
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
  const isStated = (status.written && status.understood) || headingMark;
  return isStated ? status.value : statusOfItems(items);
}

/** A dependency that closes a cycle: `to` waits for `from`. */
interface CycleEdge<Item> {
  readonly from: Item;
  readonly to: Item;
  /** Each waits for the next, and the last for the first. */
  readonly cycle: readonly Item[];
}

interface DependencyOrder<Item> {
  /** Every item after its dependencies, ignoring `cycleEdges`. */
  readonly order: readonly Item[];
  /** The dependencies of each item without `cycleEdges`, which form an acyclic graph. */
  readonly dependencies: ReadonlyMap<Item, ReadonlySet<Item>>;
  /** The edges that close cycles. */
  readonly cycleEdges: readonly CycleEdge<Item>[];
}

/** Orders tasks as `inOrder` does. A dependency on a number that is defined twice counts for both tasks. */
export function orderByDependencies(tasks: readonly Task[]): DependencyOrder<Task> {
  const named = Map.groupBy(tasks, ({ number }) => number);
  return inOrder(tasks, ({ dependencies }) =>
    dependencies.resolved.flatMap((number) => named.get(number) ?? []),
  );
}

/**
 * Sorts items so that each comes after its dependencies. In a cycle, ignores the dependency that contradicts the given
 * order, because it is the likeliest mistake. A dependency of an item on itself is left out.
 */
export function inOrder<Item>(
  items: readonly Item[],
  dependenciesOf: (item: Item) => readonly Item[],
): DependencyOrder<Item> {
  const waitsFor = new Map(items.map((item) => [item, new Set(dependenciesOf(item))]));
  for (const [item, others] of waitsFor) others.delete(item);
  const remaining = new Set(items);
  const order: Item[] = [];
  const cycleEdges: CycleEdge<Item>[] = [];
  const places = new Map(items.map((item, place) => [item, place]));
  const isRemaining = (item: Item): boolean => remaining.has(item);
  while (remaining.size > 0) {
    const { length } = order;
    // In a list that is in order, the first pass places every item.
    for (const item of remaining) {
      if (waitsFor.get(item)?.values().some(isRemaining)) continue;
      remaining.delete(item);
      order.push(item);
    }
    if (order.length > length) continue;
    const edge = cycleEdge(waitsFor, remaining, places);
    cycleEdges.push(edge);
    waitsFor.get(edge.to)?.delete(edge.from);
  }
  return { order, cycleEdges, dependencies: waitsFor };
}

/** Every remaining item waits for another remaining one, so following them leads into a cycle. */
function cycleEdge<Item>(
  waitsFor: ReadonlyMap<Item, ReadonlySet<Item>>,
  remaining: ReadonlySet<Item>,
  places: ReadonlyMap<Item, number>,
): CycleEdge<Item> {
  const nextOf = (item: Item): Item =>
    waitsFor
      .get(item)
      ?.values()
      .find((other) => remaining.has(other)) ?? item;
  const path = new Set<Item>();
  let item = [...remaining][0] as Item;
  for (; !path.has(item); item = nextOf(item)) path.add(item);
  const cycle = [...path].slice([...path].indexOf(item));
  const placeOf = (one: Item): number => places.get(one) ?? 0;
  const to = cycle.find((one) => placeOf(one) < placeOf(nextOf(one))) ?? item;
  const at = cycle.indexOf(to);
  return { from: nextOf(to), to, cycle: [...cycle.slice(at), ...cycle.slice(0, at)] };
}

/** The status for the header that follows from the statuses of the tasks. */
export function headerStatusOf(list: TaskList): Status {
  const { tasks } = list;
  const some = (status: Status): boolean => tasks.some((task) => task.status.value === status);
  if (tasks.length > 0 && tasks.every((task) => task.status.value === "Complete")) return "Complete";
  if (some("In Progress")) return "In Progress";
  if (some("Blocked") && !tasks.some((task) => isReady(list, task))) return "Blocked";
  return tasks.some(isBegun) ? "In Progress" : "Not Started";
}

/** Whether work on the task has begun: for a blocked task, whether it has an owner or a ticked item. */
export function isBegun({ status, owner, verification }: Task): boolean {
  if (status.value === "Blocked") return owner !== null || verification.some(({ checked }) => checked);
  return status.value !== "Not Started";
}

/** The status that the header's line states; null if that is not one of the four statuses. */
export function statedHeaderStatus(list: TaskList): Status | null {
  // Ignores emoji and case. With any further word, the line is the author's own note.
  const words = (list.status?.value.text ?? "")
    .replace(/[^\p{L}\s]/gu, "")
    .trim()
    .toLowerCase();
  return statuses.find((status) => status.toLowerCase() === words) ?? null;
}

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
