import { touchedPathsOf } from "../document/file-paths.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { effortMinutes, orderByDependencies } from "../document/task-queries.ts";
import { claimElsewhere, claimInWords } from "../list-file/claims/claim-elsewhere.ts";

/** A task in the graph. */
export interface Node {
  /** Letters, digits and underscores, such as `t1_2`. Unique, although a number may be defined twice. */
  readonly id: string;
  readonly task: Task;
  /** Null without a complexity. */
  readonly minutes: number | null;
  readonly paths: readonly string[];
  /** Counted from 1; null for Complete tasks. */
  readonly wave: number | null;
  /** Whether it waits, directly or through another task, for something outside the list. */
  readonly isHeld: boolean;
  readonly isCritical: boolean;
  /** The claim of another worktree in words; null if there is none. */
  readonly elsewhere: string | null;
}

/** A line of a drawing from a task to one that comes after it. */
export interface Link {
  readonly from: Node;
  readonly to: Node;
  /**
   * A dependency, also on the critical path; one that closes a cycle and is ignored; or a file of both, because of which
   * `to` was moved to a later wave.
   */
  readonly kind: "plain" | "critical" | "cycle" | "conflict";
  /** The file of a conflict. */
  readonly label: string;
  /** The tasks of a cycle: each waits for the next. */
  readonly cycle: readonly Node[];
}

/** A dependency that is ignored, with the reason. */
interface Problem {
  readonly kind: "cycle" | "unknown-dependency";
  readonly node: Node;
  /** The dependency, as written. */
  readonly name: string;
  readonly message: string;
}

/** The work of a list: its dependencies, the tasks that can run in parallel, and the critical path. */
export interface WorkGraph {
  readonly title: string;
  readonly nodes: readonly Node[];
  readonly links: readonly Link[];
  /** The unfinished tasks in the order in which they can be worked on. Those that are held come last. */
  readonly waves: readonly (readonly Node[])[];
  readonly critical: { readonly nodes: readonly Node[]; readonly minutes: number };
  readonly minutesLeft: number;
  readonly problems: readonly Problem[];
}

/**
 * The graph of a list's work. A dependency that closes a cycle or matches no task is ignored and reported among the
 * problems.
 */
export function workGraph(list: TaskList): WorkGraph {
  const { tasks } = list;
  const { order, dependencies, cycleEdges } = orderByDependencies(tasks);
  const isOpen = (index: number): boolean => tasks[index]?.status.value !== "Complete";
  const all = tasks.map((task, index) => ({
    index,
    task,
    minutes: effortMinutes(task),
    paths: touchedPathsOf(task),
    dependencies: (dependencies[index] ?? []).filter(isOpen),
  }));
  const open = order.filter(isOpen).flatMap((index) => all[index] ?? []);
  const held = heldTasks(open);
  const { waveOf, conflicts } = placeInWaves(open, held);
  const { path, minutes } = criticalPath(open);
  const critical = new Map(path.map((index, place) => [index, path[place + 1]]));
  // A number may be defined twice; the first of its tasks has the plain identifier.
  const firsts = new Map(tasks.map(({ number }, index) => [number, index] as const).toReversed());
  const nodes = all.map(
    ({ index, dependencies: _, ...one }): Node => ({
      ...one,
      id: idOf(one.task, firsts.get(one.task.number) === index ? "" : `_${index}`),
      wave: waveOf.get(index) ?? null,
      isHeld: held.has(index),
      isCritical: critical.has(index),
      elsewhere: elsewhereInWords(list, one.task),
    }),
  );
  const nodesAt = (indexes: readonly number[]): readonly Node[] => indexes.flatMap((at) => nodes[at] ?? []);
  const link = (
    kind: Link["kind"],
    ends: Ends,
    label = "",
    cycle: readonly number[] = [],
  ): readonly Link[] => {
    const [from, to] = nodesAt([ends.from, ends.to]);
    return from && to ? [{ from, to, kind, label, cycle: nodesAt(cycle) }] : [];
  };
  const edges = dependencies.flatMap((numbers, to) =>
    numbers.flatMap((from) => link(critical.get(from) === to ? "critical" : "plain", { from, to })),
  );
  const cycles = cycleEdges.flatMap((edge) => link("cycle", edge, "", edge.cycle));
  const inWaves = nodes.filter(({ wave }) => wave !== null).toSorted((a, b) => (a.wave ?? 0) - (b.wave ?? 0));
  return {
    title: list.title?.text ?? "Task list",
    nodes,
    links: [...edges, ...cycles, ...conflicts.flatMap((one) => link("conflict", one, one.path))],
    waves: [...Map.groupBy(inWaves, ({ wave }) => wave).values()],
    critical: { nodes: nodesAt(path), minutes },
    minutesLeft: open.reduce((sum, one) => sum + (one.minutes ?? 0), 0),
    problems: [...nodes.flatMap(problemsOf), ...cycles.map(cycleProblem)],
  };
}

interface Ends {
  readonly from: number;
  readonly to: number;
}

const idOf = ({ number }: Task, suffix: string): string => `t${number.replace(".", "_")}${suffix}`;

function elsewhereInWords(list: TaskList, task: Task): string | null {
  const claim = claimElsewhere(list, task);
  return claim && claimInWords(claim);
}

function problemsOf(node: Node): readonly Problem[] {
  const { number, dependencies } = node.task;
  const unknown = dependencies.unknown.map(({ text: name }): Problem => {
    const message = `Task ${number} waits for "${name}", which is not a task in this list.`;
    return { kind: "unknown-dependency", node, name, message };
  });
  const self: Problem = { kind: "cycle", node, name: number, message: `Task ${number} waits for itself.` };
  return dependencies.resolved.includes(number) ? [...unknown, self] : unknown;
}

function cycleProblem({ from, to, cycle }: Link): Problem {
  const name = from.task.number;
  const path = pathInWords([...cycle, to]);
  const message = `Task ${to.task.number} waits for ${name}, which closes the cycle ${path}.`;
  return { kind: "cycle", node: to, name, message };
}

const longestPath = 12;

/** The numbers of the tasks on a path; of one that is too long to read, its two ends. */
export function pathInWords(path: readonly Node[]): string {
  const numbers = path.map(({ task }) => task.number);
  const more = numbers.length - 10;
  const shown = numbers.length > longestPath ? numbers.toSpliced(5, more, `… ${more} more …`) : numbers;
  return shown.join(" → ");
}

/** An unfinished task, and the unfinished tasks that it waits for, by their places in the list. */
interface OpenTask {
  readonly index: number;
  readonly task: Task;
  readonly minutes: number | null;
  readonly paths: readonly string[];
  readonly dependencies: readonly number[];
}

const isRunning = ({ task }: OpenTask): boolean => task.status.value === "In Progress";

/** The tasks that wait for something outside the list, and those that wait for them. */
function heldTasks(open: readonly OpenTask[]): ReadonlySet<number> {
  const held = new Set<number>();
  for (const one of open) {
    const isOutside = !isRunning(one) && one.task.dependencies.unknown.length > 0;
    if (isOutside || one.dependencies.some((other) => held.has(other))) held.add(one.index);
  }
  return held;
}

/** A chain of tasks, each waiting for the one before it. */
interface Chain {
  readonly index: number;
  readonly before: Chain | undefined;
  readonly minutes: number;
  readonly length: number;
}

/**
 * The chain of dependencies with the most effort: with any number of workers the list takes at least this long. Among
 * chains with the same effort, the one with the most tasks.
 * @param open the tasks, each after its dependencies
 */
function criticalPath(open: readonly OpenTask[]): { path: readonly number[]; minutes: number } {
  const chains = new Map<number, Chain>();
  for (const { index, dependencies, minutes } of open) {
    const before = longestOf(dependencies.flatMap((other) => chains.get(other) ?? []));
    const effort = (before?.minutes ?? 0) + (minutes ?? 0);
    chains.set(index, { index, before, minutes: effort, length: (before?.length ?? 0) + 1 });
  }
  const longest = longestOf([...chains.values()]);
  const path: number[] = [];
  for (let chain = longest; chain; chain = chain.before) path.unshift(chain.index);
  return { path, minutes: longest?.minutes ?? 0 };
}

/** The longest chain, the first of several. */
const longestOf = (chains: readonly Chain[]): Chain | undefined =>
  chains.toSorted((a, b) => b.minutes - a.minutes || b.length - a.length)[0];

interface Conflict extends Ends {
  readonly path: string;
}

/**
 * Puts each task into the first wave after its dependencies in which no other task touches one of its files. Held tasks
 * get separate waves after all others, because it is unknown when they can start.
 */
function placeInWaves(open: readonly OpenTask[], held: ReadonlySet<number>) {
  const waveOf = new Map<number, number>();
  const conflicts: Conflict[] = [];
  const claims = new Map<number, readonly PathClaim[]>();
  let free = 0;
  for (const { index, dependencies, paths } of inPlacingOrder(open, held)) {
    const isHeld = held.has(index);
    let wave = 1 + Math.max(isHeld ? free : 0, highest(dependencies, waveOf));
    let clash: PathClaim | undefined;
    for (let next = sharedPath(claims.get(wave), paths); next; next = sharedPath(claims.get(++wave), paths))
      clash = next;
    if (clash) conflicts.push({ from: clash.holder, to: index, path: clash.path });
    claims.set(wave, [...(claims.get(wave) ?? []), ...paths.map((path) => ({ holder: index, path }))]);
    waveOf.set(index, wave);
    if (!isHeld) free = Math.max(free, wave);
  }
  return { waveOf, conflicts };
}

/** The highest number of some tasks; 0 if none has a number. */
const highest = (tasks: readonly number[], numbers: ReadonlyMap<number, number>): number =>
  tasks.reduce((most, task) => Math.max(most, numbers.get(task) ?? 0), 0);

/**
 * Held tasks last; else by level, then tasks in progress first, then by list order. If tasks share a file, the first
 * gets it.
 */
function inPlacingOrder(open: readonly OpenTask[], held: ReadonlySet<number>): readonly OpenTask[] {
  const levels = new Map<number, number>();
  for (const { index, dependencies } of open) levels.set(index, 1 + highest(dependencies, levels));
  const isLate = ({ index }: OpenTask): number => Number(held.has(index));
  const levelOf = ({ index }: OpenTask): number => levels.get(index) ?? 0;
  const isNew = (one: OpenTask): number => Number(!isRunning(one));
  return open.toSorted(
    (a, b) => isLate(a) - isLate(b) || levelOf(a) - levelOf(b) || isNew(a) - isNew(b) || a.index - b.index,
  );
}

/** A file or folder that a task of a wave touches. */
interface PathClaim {
  readonly holder: number;
  readonly path: string;
}

/** The first of these paths that a task of the wave touches, too. A folder includes everything below it. */
function sharedPath(claims: readonly PathClaim[] = [], paths: readonly string[]): PathClaim | undefined {
  for (const path of paths) {
    const claim = claims.find((other) => isWithin(path, other.path) || isWithin(other.path, path));
    if (claim) return isWithin(path, claim.path) ? claim : { ...claim, path };
  }
  return undefined;
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
