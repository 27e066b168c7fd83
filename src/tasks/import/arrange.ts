import { TaskNames } from "./dependencies.ts";
import type { Leftover, SourceList, SourcePhase, SourceTask } from "./source-list.ts";

/** A task of another tool with its new number. */
export interface ArrangedTask {
  readonly number: string;
  readonly source: SourceTask;
  readonly dependencies: readonly string[];
}

export interface ArrangedPhase {
  readonly number: number;
  readonly title: string;
  readonly tasks: readonly ArrangedTask[];
  readonly criteria: readonly string[];
}

export interface ArrangedList {
  readonly phases: readonly ArrangedPhase[];
  /** The new number for each id of the source, in the order of the list. */
  readonly numbers: readonly { readonly from: string; readonly to: string }[];
  readonly leftovers: readonly Leftover[];
}

/**
 * Numbers the tasks. They keep their own numbers if phases and tasks are numbered in order; else they are numbered
 * consecutively. They stay in the order of the source, unless a task would come before one that it depends on.
 */
export function arrange(list: SourceList): ArrangedList {
  const leftovers: Leftover[] = [];
  const needs = resolveNeeds(list, leftovers);
  const phases = orderPhases(list.phases, needs);
  const numbered = numberPhases(phases);
  const numberOf = new Map(
    numbered.flatMap(({ tasks }) => tasks.map(({ number, source }) => [source, number])),
  );
  const positions = new Map([...numberOf.keys()].map((source, index) => [source, index]));
  const finished = numbered.map((phase) => ({
    ...phase,
    tasks: phase.tasks.map((task) => ({
      ...task,
      dependencies: standing(task.source, needs, positions, leftovers).flatMap(
        (need) => numberOf.get(need) ?? [],
      ),
    })),
  }));
  const tasks = finished.flatMap((phase) => phase.tasks);
  const numbers = tasks.flatMap(({ source, number }) =>
    source.id === null ? [] : [{ from: source.id, to: number }],
  );
  return { phases: finished, numbers, leftovers };
}

type Needs = ReadonlyMap<SourceTask, ReadonlySet<SourceTask>>;

function resolveNeeds({ phases, stated }: SourceList, leftovers: Leftover[]): Needs {
  const order = phases.flatMap(({ tasks }) => tasks);
  const names = new TaskNames(phases);
  const needs = new Map(order.map((task) => [task, new Set(statedNeeds(task, names, leftovers))]));
  for (const need of order)
    for (const { subject } of stated.filter((statement) => statement.needs.includes(need)))
      for (const task of subject) needs.get(task)?.add(need);
  for (const [task, needed] of needs) needed.delete(task);
  noteRepeated(order, leftovers);
  return needs;
}

/** The tasks that a task says that it needs. Words that name none are reported. */
function statedNeeds(task: SourceTask, names: TaskNames, leftovers: Leftover[]): readonly SourceTask[] {
  return task.dependencies.flatMap((statement) => {
    const { tasks, unknown } = names.named(statement, task);
    for (const words of unknown) {
      const what = `the dependency "${words}" of ${nameOf(task)}, which names no task that is imported`;
      leftovers.push({ line: task.line, lines: 0, what });
    }
    return tasks;
  });
}

function noteRepeated(tasks: readonly SourceTask[], leftovers: Leftover[]): void {
  const names = new Set<string>();
  for (const { id, line } of tasks) {
    const name = id?.toUpperCase();
    if (name === undefined) continue;
    if (names.has(name))
      leftovers.push({ line, lines: 0, what: `the number ${id}, which an earlier task has` });
    names.add(name);
  }
}

/**
 * Orders the phases: the first one without dependencies on remaining phases comes next. If phases depend on each other
 * but their tasks don't, one phase is split, so that no dependency is lost.
 */
function orderPhases(phases: readonly SourcePhase[], needs: Needs): readonly SourcePhase[] {
  const needsOf = (task: SourceTask) => needs.get(task) ?? new Set();
  const left = phases.map((phase) => ({ ...phase, tasks: inOrder(phase.tasks, needsOf) }));
  const done = new Set<SourceTask>();
  const ordered: SourcePhase[] = [];
  while (left.length > 0) {
    const ready = left.map(({ tasks }) => readyOf(tasks, done, needsOf));
    const whole = left.findIndex(({ tasks }) => isFree(tasks, done, needsOf));
    const begun = ready.findIndex(({ length }) => length > 0);
    const index = Math.max(0, whole >= 0 ? whole : begun);
    const phase = left[index] as SourcePhase;
    const taken = whole < 0 && begun >= 0 ? (ready[begun] ?? []) : phase.tasks;
    for (const task of taken) done.add(task);
    if (taken.length === phase.tasks.length) ordered.push(...left.splice(index, 1));
    else {
      ordered.push({ ...phase, number: null, tasks: taken, criteria: [] });
      left[index] = restOf(phase, taken);
    }
  }
  return ordered;
}

type NeedsOf = (task: SourceTask) => ReadonlySet<SourceTask>;

/** Whether tasks depend only on each other and on placed tasks. */
const isFree = (tasks: readonly SourceTask[], done: ReadonlySet<SourceTask>, needsOf: NeedsOf): boolean =>
  tasks.every((task) => [...needsOf(task)].every((need) => done.has(need) || tasks.includes(need)));

/** The tasks of a phase that can come next, one after the other. */
function readyOf(
  tasks: readonly SourceTask[],
  done: ReadonlySet<SourceTask>,
  needsOf: NeedsOf,
): readonly SourceTask[] {
  const ready = new Set<SourceTask>();
  for (const task of tasks) {
    if ([...needsOf(task)].every((need) => done.has(need) || ready.has(need))) ready.add(task);
  }
  return [...ready];
}

function restOf(phase: SourcePhase, taken: readonly SourceTask[]): SourcePhase {
  const title = phase.title.endsWith(continued) ? phase.title : `${phase.title}${continued}`;
  return { ...phase, title, number: null, tasks: phase.tasks.filter((task) => !taken.includes(task)) };
}

const continued = " (continued)";

interface NumberedPhase {
  readonly number: number;
  readonly title: string;
  readonly criteria: readonly string[];
  readonly tasks: readonly { readonly number: string; readonly source: SourceTask }[];
}

function numberPhases(phases: readonly SourcePhase[]): readonly NumberedPhase[] {
  const own = phases.map(({ number }) => number);
  const keeps = isAscending(own);
  return phases.map((phase, index) => {
    const number = keeps ? (own[index] ?? index + 1) : index + 1;
    const numbers = taskNumbers(phase, number);
    const tasks = phase.tasks.map((source, place) => ({ number: numbers[place] ?? "", source }));
    return { number, title: phase.title, criteria: phase.criteria, tasks };
  });
}

/** The own numbers of the tasks if they fit the phase and are in order; else consecutive ones. */
function taskNumbers(phase: SourcePhase, number: number): readonly string[] {
  const own = phase.tasks.map(({ id }) => {
    const [, prefix, seq] = /^(\d+)\.(\d+)$/.exec(id ?? "") ?? [];
    return prefix !== undefined && Number(prefix) === phase.number ? Number(seq) : null;
  });
  const keeps = isAscending(own) && own[0] !== 0;
  return phase.tasks.map((_, index) => `${number}.${keeps ? own[index] : index + 1}`);
}

const isAscending = (numbers: readonly (number | null)[]): boolean =>
  numbers.every((number, index) => number !== null && number > (numbers[index - 1] ?? -1));

/** The needed tasks that come before a task. In a cycle, a dependency is dropped and reported. */
function standing(
  task: SourceTask,
  needs: Needs,
  positions: ReadonlyMap<SourceTask, number>,
  leftovers: Leftover[],
): readonly SourceTask[] {
  const place = positions.get(task) ?? 0;
  return [...(needs.get(task) ?? [])].filter((need) => {
    if ((positions.get(need) ?? 0) < place) return true;
    const what = `the dependency of ${nameOf(task)} on ${nameOf(need)}: they wait for each other`;
    leftovers.push({ line: task.line, lines: 0, what });
    return false;
  });
}

const nameOf = ({ id, title }: SourceTask): string => id ?? `"${title}"`;

/**
 * Sorts things so that each comes after those that it needs, otherwise in the given order. Things in a cycle keep the
 * given order.
 */
function inOrder<Thing>(
  things: readonly Thing[],
  needs: (thing: Thing) => ReadonlySet<Thing>,
): readonly Thing[] {
  const left = [...things];
  const ordered: Thing[] = [];
  while (left.length > 0) {
    const free = left.findIndex((thing) =>
      left.every((other) => other === thing || !needs(thing).has(other)),
    );
    ordered.push(...left.splice(Math.max(0, free), 1));
  }
  return ordered;
}
