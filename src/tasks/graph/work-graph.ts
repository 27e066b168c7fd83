import { claimInWords } from "../cli/terminal/paint.ts";
import { touchedPathsOf } from "../document/file-paths.ts";
import type { Status, Task, TaskList } from "../document/task-list.ts";
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
interface Problem {
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
  readonly nodes: readonly Node[];
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
  const { order, dependencies, cycleEdges } = orderByDependencies(tasks);
  const isOpen = (index: number): boolean => tasks[index]?.status.value !== "Complete";
  const open = tasks.map((task, index) => ({
    index,
    task,
    status: task.status.value,
    minutes: effortMinutes(task),
    paths: touchedPathsOf(task),
    dependencies: (dependencies[index] ?? []).filter(isOpen),
  }));
  const inOrder = order.filter(isOpen).flatMap((index) => open[index] ?? []);
  const held = heldTasks(inOrder);
  const { waveOf, conflicts } = placeInWaves(inOrder, held);
  const critical = criticalPath(inOrder);
  const nextOnPath = new Map(critical.tasks.map((index, place) => [index, critical.tasks[place + 1]]));
  const nodes = open.map((one) => ({
    ...one,
    wave: waveOf.get(one.index) ?? null,
    isHeld: held.has(one.index),
    isCritical: nextOnPath.has(one.index),
    elsewhere: elsewhereInWords(list, one.task),
  }));
  const inWaves = nodes.filter(({ wave }) => wave !== null).toSorted((a, b) => (a.wave ?? 0) - (b.wave ?? 0));
  return {
    title: list.title?.text ?? "Task list",
    nodes,
    edges: dependencies.flatMap((numbers, to) =>
      numbers.map((from) => ({ from, to, isCritical: nextOnPath.get(from) === to })),
    ),
    cycleEdges,
    conflicts,
    waves: [...Map.groupBy(inWaves, ({ wave }) => wave).values()],
    critical,
    minutesLeft: inOrder.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
    problems: [...unknownDependencies(tasks), ...cycles(tasks, cycleEdges)],
  };
}

/** An unfinished task, and the unfinished tasks that it waits for. */
type OpenTask = Pick<Node, "index" | "task" | "status" | "minutes" | "paths"> & {
  readonly dependencies: readonly number[];
};

/** The tasks that wait for something outside the list, and those that wait for them. */
function heldTasks(open: readonly OpenTask[]): ReadonlySet<number> {
  const held = new Set<number>();
  for (const { index, task, status, dependencies } of open) {
    const isOutside = status !== "In Progress" && task.dependencies.unknown.length > 0;
    if (isOutside || dependencies.some((other) => held.has(other))) held.add(index);
  }
  return held;
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
 * @param open the tasks, each after its dependencies
 */
function criticalPath(open: readonly OpenTask[]): CriticalPath {
  const chains = new Map<number, Chain>();
  for (const { index, dependencies, minutes } of open) {
    const before = longestOf(dependencies.flatMap((other) => chains.get(other) ?? []));
    chains.set(index, {
      task: index,
      before,
      minutes: (before?.minutes ?? 0) + (minutes ?? 0),
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

/** A task that was moved to a wave after another task because both touch the same file. */
interface Conflict {
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

interface Waves {
  /** The wave of each task by its index, counted from 1. */
  readonly waveOf: ReadonlyMap<number, number>;
  readonly conflicts: readonly Conflict[];
}

/**
 * Puts each task into the first wave after its dependencies in which no other task touches one of its files. Held tasks
 * get separate waves after all others, because it is unknown when they can start.
 */
function placeInWaves(open: readonly OpenTask[], held: ReadonlySet<number>): Waves {
  const waveOf = new Map<number, number>();
  const conflicts: Conflict[] = [];
  const claims = new Map<number, PathClaim[]>();
  const isHeld = ({ index }: OpenTask): boolean => held.has(index);
  for (const group of [open.filter((task) => !isHeld(task)), open.filter(isHeld)]) {
    const before = highest([...waveOf.keys()], waveOf);
    for (const { index, dependencies, paths } of inPlacingOrder(group)) {
      let wave = 1 + Math.max(before, highest(dependencies, waveOf));
      let last: PathClaim | undefined;
      for (
        let claim = sharedPath(claims.get(wave), paths);
        claim;
        claim = sharedPath(claims.get(wave), paths)
      ) {
        last = claim;
        wave += 1;
      }
      claims.set(wave, [...(claims.get(wave) ?? []), ...paths.map((path) => ({ holder: index, path }))]);
      waveOf.set(index, wave);
      if (last) conflicts.push({ from: last.holder, to: index, path: last.path });
    }
  }
  return { waveOf, conflicts };
}

/** The highest number of some tasks; 0 if none has a number. */
const highest = (tasks: readonly number[], numbers: ReadonlyMap<number, number>): number =>
  tasks.reduce((most, task) => Math.max(most, numbers.get(task) ?? 0), 0);

/** Sorts by level, then tasks in progress first, then by list order. If tasks share a file, the first gets it. */
function inPlacingOrder(open: readonly OpenTask[]): readonly OpenTask[] {
  const levels = new Map<number, number>();
  for (const { index, dependencies } of open) levels.set(index, 1 + highest(dependencies, levels));
  const levelOf = ({ index }: OpenTask): number => levels.get(index) ?? 0;
  const isBegun = ({ status }: OpenTask): number => Number(status === "In Progress");
  return open.toSorted((a, b) => levelOf(a) - levelOf(b) || isBegun(b) - isBegun(a) || a.index - b.index);
}

/** A file or folder that a task of a wave touches. */
interface PathClaim {
  readonly holder: number;
  readonly path: string;
}

/** The first of these paths that a task of the wave touches, too. A folder includes everything below it. */
function sharedPath(claims: readonly PathClaim[] = [], paths: readonly string[] = []): PathClaim | undefined {
  for (const path of paths) {
    const claim = claims.find((other) => isWithin(path, other.path) || isWithin(other.path, path));
    if (claim) return isWithin(path, claim.path) ? claim : { ...claim, path };
  }
  return undefined;
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
