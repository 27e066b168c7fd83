import { touchedPathsOf } from "../document/file-paths.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { effortMinutes, findTask, orderByDependencies } from "../document/task-queries.ts";
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
  const isOpen = ({ status }: Task): boolean => status.value !== "Complete";
  const open = new Map(
    order.filter(isOpen).map((task) => [task, [...(dependencies.get(task) ?? [])].filter(isOpen)]),
  );
  const held = heldTasks(open);
  const { waveOf, conflicts } = placeInWaves(open, held);
  const { path, minutes } = criticalPath(open);
  const critical = new Map(path.map((task, place) => [task, path[place + 1]]));
  const nodes = new Map(
    tasks.map((task, index): [Task, Node] => [
      task,
      {
        id: idOf(list, task, index),
        task,
        minutes: effortMinutes(task),
        paths: touchedPathsOf(task),
        wave: waveOf.get(task) ?? null,
        isHeld: held.has(task),
        isCritical: critical.has(task),
        elsewhere: elsewhereInWords(list, task),
      },
    ]),
  );
  const nodesOf = (some: readonly Task[]): readonly Node[] => some.flatMap((task) => nodes.get(task) ?? []);
  const link = (kind: Link["kind"], ends: Ends, label = "", cycle: readonly Task[] = []): readonly Link[] => {
    const [from, to] = nodesOf([ends.from, ends.to]);
    return from && to ? [{ from, to, kind, label, cycle: nodesOf(cycle) }] : [];
  };
  const edges = [...dependencies].flatMap(([to, others]) =>
    [...others].flatMap((from) => link(critical.get(from) === to ? "critical" : "plain", { from, to })),
  );
  const cycles = cycleEdges.flatMap((edge) => link("cycle", edge, "", edge.cycle));
  const all = [...nodes.values()];
  const inWaves = all.filter(({ wave }) => wave !== null).toSorted((a, b) => (a.wave ?? 0) - (b.wave ?? 0));
  return {
    title: list.title?.text ?? "Task list",
    nodes: all,
    links: [...edges, ...cycles, ...conflicts.flatMap((one) => link("conflict", one, one.path))],
    waves: [...Map.groupBy(inWaves, ({ wave }) => wave).values()],
    critical: { nodes: nodesOf(path), minutes },
    minutesLeft: [...open.keys()].reduce((sum, task) => sum + (effortMinutes(task) ?? 0), 0),
    problems: [...all.flatMap(problemsOf), ...cycles.map(cycleProblem)],
  };
}

interface Ends {
  readonly from: Task;
  readonly to: Task;
}

/** A number may be defined twice; the first of its tasks has the plain identifier. */
const idOf = (list: TaskList, task: Task, index: number): string =>
  `t${task.number.replace(".", "_")}${findTask(list, task.number) === task ? "" : `_${index}`}`;

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

/** The unfinished tasks, each after the unfinished ones that it waits for. */
type OpenTasks = ReadonlyMap<Task, readonly Task[]>;

const isRunning = ({ status }: Task): boolean => status.value === "In Progress";

/** The tasks that wait for something outside the list, and those that wait for them. */
function heldTasks(open: OpenTasks): ReadonlySet<Task> {
  const held = new Set<Task>();
  for (const [task, dependencies] of open) {
    const isOutside = !isRunning(task) && task.dependencies.unknown.length > 0;
    if (isOutside || dependencies.some((other) => held.has(other))) held.add(task);
  }
  return held;
}

/** A chain of tasks, each waiting for the one before it. */
interface Chain {
  readonly task: Task;
  readonly before: Chain | undefined;
  readonly minutes: number;
  readonly length: number;
}

/**
 * The chain of dependencies with the most effort: with any number of workers the list takes at least this long. Among
 * chains with the same effort, the one with the most tasks.
 */
function criticalPath(open: OpenTasks): { path: readonly Task[]; minutes: number } {
  const chains = new Map<Task, Chain>();
  for (const [task, dependencies] of open) {
    const before = longestOf(dependencies.flatMap((other) => chains.get(other) ?? []));
    const minutes = (before?.minutes ?? 0) + (effortMinutes(task) ?? 0);
    chains.set(task, { task, before, minutes, length: (before?.length ?? 0) + 1 });
  }
  const longest = longestOf([...chains.values()]);
  const path: Task[] = [];
  for (let chain = longest; chain; chain = chain.before) path.unshift(chain.task);
  return { path, minutes: longest?.minutes ?? 0 };
}

/** The longest chain, the first of several. */
const longestOf = (chains: readonly Chain[]): Chain | undefined =>
  chains.toSorted((a, b) => b.minutes - a.minutes || b.length - a.length)[0];

/**
 * Puts each task into the first wave after its dependencies in which no other task touches one of its files. Held tasks
 * get separate waves after all others, because it is unknown when they can start.
 */
function placeInWaves(open: OpenTasks, held: ReadonlySet<Task>) {
  const waveOf = new Map<Task, number>();
  const conflicts: (Ends & { readonly path: string })[] = [];
  const claims = new Map<number, readonly PathClaim[]>();
  let free = 0;
  for (const [task, dependencies] of inPlacingOrder(open, held)) {
    const paths = touchedPathsOf(task);
    const isHeld = held.has(task);
    let wave = 1 + Math.max(isHeld ? free : 0, highest(dependencies, waveOf));
    let clash: PathClaim | undefined;
    for (let next = sharedPath(claims.get(wave), paths); next; next = sharedPath(claims.get(++wave), paths))
      clash = next;
    if (clash) conflicts.push({ from: clash.holder, to: task, path: clash.path });
    claims.set(wave, [...(claims.get(wave) ?? []), ...paths.map((path) => ({ holder: task, path }))]);
    waveOf.set(task, wave);
    if (!isHeld) free = Math.max(free, wave);
  }
  return { waveOf, conflicts };
}

/** The highest number of some tasks; 0 if none has a number. */
const highest = (tasks: readonly Task[], numbers: ReadonlyMap<Task, number>): number =>
  tasks.reduce((most, task) => Math.max(most, numbers.get(task) ?? 0), 0);

/**
 * Held tasks last; else by level, then tasks in progress first, then by list order. If tasks share a file, the first
 * gets it.
 */
function inPlacingOrder(open: OpenTasks, held: ReadonlySet<Task>) {
  const levels = new Map<Task, number>();
  for (const [task, dependencies] of open) levels.set(task, 1 + highest(dependencies, levels));
  const isLate = (task: Task): number => Number(held.has(task));
  const levelOf = (task: Task): number => levels.get(task) ?? 0;
  const isNew = (task: Task): number => Number(!isRunning(task));
  return [...open].toSorted(
    ([a], [b]) => isLate(a) - isLate(b) || levelOf(a) - levelOf(b) || isNew(a) - isNew(b) || a.line - b.line,
  );
}

/** A file or folder that a task of a wave touches. */
interface PathClaim {
  readonly holder: Task;
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
