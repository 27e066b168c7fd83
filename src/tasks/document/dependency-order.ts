import type { Task } from "./task-list.ts";

/** A dependency between tasks, by their places in the list: `to` waits for `from`. */
export interface Edge {
  readonly from: number;
  readonly to: number;
}

/**
 * A dependency that closes a cycle, with the tasks of the cycle: each waits for the next, and the last for the first.
 */
export interface CycleEdge extends Edge {
  readonly cycle: readonly number[];
}

export interface DependencyOrder {
  /** Every task after its dependencies, ignoring `cycleEdges`. */
  readonly order: readonly number[];
  /** The dependencies of each task without `cycleEdges`, which form an acyclic graph. */
  readonly dependencies: readonly (readonly number[])[];
  /** The edges that close cycles. */
  readonly cycleEdges: readonly CycleEdge[];
}

/**
 * The places of each task's dependencies in the list. A dependency on a number that is defined twice counts for both
 * tasks. A dependency of a task on itself is left out.
 */
export function placesOfDependencies(tasks: readonly Task[]): readonly (readonly number[])[] {
  const places = new Map<string, number[]>();
  for (const [place, { number }] of tasks.entries()) {
    const known = places.get(number);
    if (known) known.push(place);
    else places.set(number, [place]);
  }
  return tasks.map(({ dependencies }, place) =>
    dependencies.resolved.flatMap((number) => places.get(number) ?? []).filter((other) => other !== place),
  );
}

/**
 * Sorts tasks so that each comes after its dependencies. In a cycle, ignores the dependency that contradicts the list's
 * order, because it is the likeliest mistake.
 */
export function orderByDependencies(dependencies: readonly (readonly number[])[]): DependencyOrder {
  const waitsFor = dependencies.map((numbers) => new Set(numbers));
  const dependents = invert(dependencies);
  const remaining = new Set(dependencies.keys());
  const order: number[] = [];
  const cycleEdges: CycleEdge[] = [];
  const pending = waitsFor.map(({ size }) => size);
  const ready = [...remaining].filter((task) => pending[task] === 0);
  const release = (task: number): void => {
    pending[task] = (pending[task] ?? 0) - 1;
    if (pending[task] === 0) ready.push(task);
  };
  // Reads the queue by index, because removing the first element of an array takes time proportional to its length.
  for (let next = 0; remaining.size > 0; ) {
    const task = ready[next];
    if (task === undefined) {
      const edge = cycleEdge(waitsFor, remaining);
      cycleEdges.push(edge);
      waitsFor[edge.to]?.delete(edge.from);
      release(edge.to);
    } else {
      next += 1;
      order.push(task);
      remaining.delete(task);
      for (const dependent of dependents[task] ?? []) if (waitsFor[dependent]?.has(task)) release(dependent);
    }
  }
  return { order, cycleEdges, dependencies: waitsFor.map((set) => [...set]) };
}

/** The dependents of each task. */
function invert(dependencies: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const dependents = dependencies.map((): number[] => []);
  for (const [to, numbers] of dependencies.entries()) for (const from of numbers) dependents[from]?.push(to);
  return dependents;
}

/** Every remaining task waits for another remaining one, so following them leads into a cycle. */
function cycleEdge(waitsFor: readonly ReadonlySet<number>[], remaining: ReadonlySet<number>): CycleEdge {
  const path: number[] = [];
  const places = new Map<number, number>();
  let task = first(remaining);
  while (!places.has(task)) {
    places.set(task, path.length);
    path.push(task);
    task = first(waitsFor[task] ?? [], (other) => remaining.has(other));
  }
  const cycle = path.slice(places.get(task));
  const against = cycle.findIndex((to, index) => to < (cycle[(index + 1) % cycle.length] ?? to));
  const turned = [...cycle.slice(against), ...cycle.slice(0, against)];
  const [to = 0, from = 0] = turned;
  return { from, to, cycle: turned };
}

function first(tasks: Iterable<number>, isWanted: (task: number) => boolean = () => true): number {
  for (const task of tasks) if (isWanted(task)) return task;
  throw new Error("a task that waits for nothing remained");
}
