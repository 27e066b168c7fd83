import { claimInWords } from "../cli/terminal/paint.ts";
import { touchedPathsOf } from "../document/file-paths.ts";
import type { Phase, Status, Task, TaskList } from "../document/task-list.ts";
import type { CycleEdge, Edge } from "../document/task-queries.ts";
import { effortMinutes, orderByDependencies } from "../document/task-queries.ts";
import { claimElsewhere } from "../workflow/claims/claim-elsewhere.ts";

/** A task in the graph. */
export interface Node {
  /** Its place in the list: a number may be defined twice. */
  readonly index: number;
  readonly task: Task;
  readonly status: Status;
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

/** A dependency between tasks, and whether the critical path runs along it. */
interface GraphEdge extends Edge {
  readonly isCritical: boolean;
}

/** A dependency that is ignored, with the reason. */
export interface Problem {
  readonly kind: "cycle" | "unknown-dependency";
  /** The place of the task in the list. */
  readonly index: number;
  /** The dependency, as written. */
  readonly name: string;
  readonly message: string;
}

/** The work of a list: its dependencies, the tasks that can run in parallel, and the critical path. */
export interface WorkGraph {
  readonly title: string;
  readonly phases: readonly Phase[];
  readonly nodes: readonly Node[];
  /** All tasks, each after its dependencies. */
  readonly order: readonly number[];
  /** Dependencies between tasks, without those that close a cycle. */
  readonly edges: readonly GraphEdge[];
  readonly cycleEdges: readonly CycleEdge[];
  /** The tasks that were moved to a later wave because of a shared file. */
  readonly conflicts: readonly Conflict[];
  /** The unfinished tasks in the order in which they can be worked on. Those that are held come last. */
  readonly waves: readonly (readonly Node[])[];
  readonly critical: CriticalPath;
  readonly minutesLeft: number;
  readonly problems: readonly Problem[];
}

/**
 * The graph of a list's work. A dependency that closes a cycle or matches no task is ignored and reported among the
 * problems.
 */
export function workGraph(list: TaskList): WorkGraph {
  const { tasks } = list;
  const ordered = orderByDependencies(tasks);
  const isOpen = (index: number): boolean => tasks[index]?.status.value !== "Complete";
  const openDependencies = ordered.dependencies.map((numbers) => numbers.filter(isOpen));
  const openOrder = ordered.order.filter(isOpen);
  const paths = tasks.map(touchedPathsOf);
  const placeable = openOrder.map((index) => ({
    index,
    dependencies: openDependencies[index] ?? [],
    paths: paths[index] ?? [],
    isBegun: tasks[index]?.status.value === "In Progress",
  }));
  const held = heldTasks(tasks, placeable);
  const { waveOf, conflicts } = placeFreeThenHeld(placeable, held);
  const minutes = tasks.map(effortMinutes);
  const critical = criticalPath(openOrder, openDependencies, minutes);
  const onPath = new Set(critical.tasks);
  const nextOnPath = new Map(critical.tasks.map((index, place) => [index, critical.tasks[place + 1]]));
  const nodes = tasks.map((task, index) => ({
    index,
    task,
    status: task.status.value,
    minutes: minutes[index] ?? null,
    paths: paths[index] ?? [],
    wave: isOpen(index) ? (waveOf.get(index) ?? 0) + 1 : null,
    isHeld: held.has(index),
    isCritical: onPath.has(index),
    elsewhere: elsewhereInWords(list, task),
  }));
  return {
    title: list.title?.text ?? "Task list",
    phases: list.phases,
    nodes,
    order: ordered.order,
    edges: ordered.dependencies.flatMap((numbers, to) =>
      numbers.map((from) => ({ from, to, isCritical: nextOnPath.get(from) === to })),
    ),
    cycleEdges: ordered.cycleEdges,
    conflicts,
    waves: wavesOf(nodes),
    critical,
    minutesLeft: openOrder.reduce((sum, index) => sum + (minutes[index] ?? 0), 0),
    problems: [...unknownDependencies(tasks), ...cycles(tasks, ordered.cycleEdges)],
  };
}

/** The tasks that wait for something outside the list, and those that wait for them. */
function heldTasks(tasks: readonly Task[], open: readonly Placeable[]): ReadonlySet<number> {
  const held = new Set<number>();
  for (const { index, dependencies, isBegun } of open) {
    const isOutside = !isBegun && (tasks[index]?.dependencies.unknown.length ?? 0) > 0;
    if (isOutside || dependencies.some((other) => held.has(other))) held.add(index);
  }
  return held;
}

/** Held tasks get separate waves, because it is unknown when they can start. */
function placeFreeThenHeld(open: readonly Placeable[], held: ReadonlySet<number>): Waves {
  const isHeld = ({ index }: Placeable): boolean => held.has(index);
  const free = placeInWaves(open.filter((task) => !isHeld(task)));
  const waiting = open.filter(isHeld).map((task) => ({
    ...task,
    dependencies: task.dependencies.filter((other) => held.has(other)),
  }));
  const later = placeInWaves(waiting);
  const count = Math.max(-1, ...free.waveOf.values()) + 1;
  const waveOf = new Map(free.waveOf);
  for (const [index, wave] of later.waveOf) waveOf.set(index, count + wave);
  return { waveOf, conflicts: [...free.conflicts, ...later.conflicts] };
}

function wavesOf(nodes: readonly Node[]): readonly (readonly Node[])[] {
  const byWave = Map.groupBy(nodes, ({ wave }) => wave ?? 0);
  return [...byWave.keys()]
    .filter((wave) => wave > 0)
    .toSorted((a, b) => a - b)
    .map((wave) => byWave.get(wave) ?? []);
}

const unknownDependencies = (tasks: readonly Task[]): readonly Problem[] =>
  tasks.flatMap(({ number, dependencies }, index) => {
    const names = dependencies.unknown.map(({ text }) => text);
    const unknown = names.map((name): Problem => {
      const message = `Task ${number} waits for "${name}", which is not a task in this list.`;
      return { kind: "unknown-dependency", index, name, message };
    });
    const self: Problem = { kind: "cycle", index, name: number, message: `Task ${number} waits for itself.` };
    return dependencies.resolved.includes(number) ? [...unknown, self] : unknown;
  });

const cycles = (tasks: readonly Task[], edges: readonly CycleEdge[]): readonly Problem[] =>
  edges.map(({ from, to, cycle }) => {
    const number = (index: number): string => tasks[index]?.number ?? "";
    const path = shortenPath([...cycle, to].map(number)).join(" → ");
    const message = `Task ${number(to)} waits for ${number(from)}, which closes the cycle ${path}.`;
    return { kind: "cycle", index: to, name: number(from), message };
  });

function elsewhereInWords(list: TaskList, task: Task): string | null {
  const claim = claimElsewhere(list, task);
  return claim && claimInWords(claim);
}

/** A chain of tasks, each waiting for the previous one, and its effort. */
interface CriticalPath {
  readonly tasks: readonly number[];
  readonly minutes: number;
}

interface Chain {
  readonly task: number;
  readonly before: Chain | undefined;
  readonly minutes: number;
  readonly length: number;
}

/**
 * The chain of dependencies with the most effort: with any number of workers the list takes at least this long. Among
 * chains with the same effort, the one with the most tasks.
 * @param order the tasks, each after its dependencies
 */
function criticalPath(
  order: readonly number[],
  dependencies: readonly (readonly number[])[],
  minutes: readonly (number | null)[],
): CriticalPath {
  const chains = new Map<number, Chain>();
  for (const task of order) {
    const before = longestOf((dependencies[task] ?? []).flatMap((other) => chains.get(other) ?? []));
    chains.set(task, {
      task,
      before,
      minutes: (before?.minutes ?? 0) + (minutes[task] ?? 0),
      length: (before?.length ?? 0) + 1,
    });
  }
  const longest = longestOf([...chains.values()]);
  const tasks: number[] = [];
  for (let chain = longest; chain; chain = chain.before) tasks.push(chain.task);
  return { tasks: tasks.reverse(), minutes: longest?.minutes ?? 0 };
}

const longestOf = (chains: readonly Chain[]): Chain | undefined =>
  chains.reduce<Chain | undefined>(
    (longest, chain) => (longest && !isLonger(chain, longest) ? longest : chain),
    undefined,
  );

const isLonger = (one: Chain, other: Chain): boolean =>
  one.minutes > other.minutes || (one.minutes === other.minutes && one.length > other.length);

const LONGEST_PATH = 12;

/** The two ends of a path that is too long to read. */
export const shortenPath = (names: readonly string[]): readonly string[] =>
  names.length <= LONGEST_PATH
    ? names
    : [...names.slice(0, 5), `… ${names.length - 10} more …`, ...names.slice(-5)];

/** A task to be placed. */
interface Placeable {
  /** Its place in the list. */
  readonly index: number;
  /** The indexes of the tasks to be placed that it waits for. */
  readonly dependencies: readonly number[];
  readonly paths: readonly string[];
  /** Whether it is in progress: then its files are in use. */
  readonly isBegun: boolean;
}

/** A task that was moved to a wave after another task because both touch the same file. */
interface Conflict {
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

interface Waves {
  /** The wave of each task by its index; the first is 0. */
  readonly waveOf: ReadonlyMap<number, number>;
  readonly conflicts: readonly Conflict[];
}

/**
 * Puts each task into the first wave after its dependencies in which no other task touches one of its files.
 * @param tasks sorted so that each comes after its dependencies
 */
function placeInWaves(tasks: readonly Placeable[]): Waves {
  const waveOf = new Map<number, number>();
  const conflicts: Conflict[] = [];
  const waves: PathClaim[][] = [];
  for (const { index, dependencies, paths } of inPlacingOrder(tasks)) {
    let wave = 1 + dependencies.reduce((latest, other) => Math.max(latest, waveOf.get(other) ?? -1), -1);
    let last: PathClaim | undefined;
    for (;;) {
      waves[wave] ??= [];
      const claim = sharedPath(waves[wave] ?? [], paths);
      if (!claim) break;
      last = claim;
      wave += 1;
    }
    waves[wave]?.push(...paths.map((path) => ({ holder: index, path })));
    waveOf.set(index, wave);
    if (last) conflicts.push({ from: last.holder, to: index, path: last.path });
  }
  return { waveOf, conflicts };
}

/** Sorts by level, then tasks in progress first, then by list order. If tasks share a file, the first gets it. */
function inPlacingOrder(tasks: readonly Placeable[]): readonly Placeable[] {
  const levels = new Map<number, number>();
  for (const { index, dependencies } of tasks) {
    const below = dependencies.reduce((highest, other) => Math.max(highest, levels.get(other) ?? -1), -1);
    levels.set(index, below + 1);
  }
  const levelOf = ({ index }: Placeable): number => levels.get(index) ?? 0;
  return tasks.toSorted(
    (a, b) => levelOf(a) - levelOf(b) || Number(b.isBegun) - Number(a.isBegun) || a.index - b.index,
  );
}

/** A file or folder that a task of a wave touches. */
interface PathClaim {
  readonly holder: number;
  readonly path: string;
}

/** The first of these paths that a task of the wave touches, too. A folder includes everything below it. */
function sharedPath(claims: readonly PathClaim[], paths: readonly string[]): PathClaim | undefined {
  for (const path of paths) {
    const claim = claims.find((other) => isWithin(path, other.path) || isWithin(other.path, path));
    if (claim) return isWithin(path, claim.path) ? claim : { ...claim, path };
  }
  return undefined;
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
