import { orderByDependencies } from "../document/task-queries.ts";
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
  const numbered = numberPhases(orderPhases(list.phases, needs));
  const sources = numbered.flatMap(({ tasks }) => tasks);
  const numberOf = new Map(sources.map(({ source, number }) => [source, number]));
  const phases = numbered.map((phase) => ({
    ...phase,
    tasks: phase.tasks.map((task) => ({
      ...task,
      dependencies: [...needs(task.source)].flatMap((need) => numberOf.get(need) ?? []),
    })),
  }));
  const numbers = sources.flatMap(({ source, number }) =>
    source.id === null ? [] : [{ from: source.id, to: number }],
  );
  return { phases, numbers, leftovers };
}

/** The tasks that a task waits for. Following them never leads into a cycle. */
type Needs = (task: SourceTask) => readonly SourceTask[];

/** Resolves the dependencies. Those that name no task, and those that close a cycle, are left over. */
function resolveNeeds({ phases, stated }: SourceList, leftovers: Leftover[]): Needs {
  const tasks = phases.flatMap((phase) => phase.tasks);
  const names = new TaskNames(phases);
  const note = ({ line }: SourceTask, what: string) => leftovers.push({ line, lines: 0, what });
  const needs = tasks.map((task) => {
    const own = task.dependencies.flatMap((statement) => {
      const { tasks: named, unknown } = names.named(statement, task);
      for (const words of unknown)
        note(task, `the dependency "${words}" of ${nameOf(task)}, which names no task that is imported`);
      return named;
    });
    const about = stated.filter(({ subject }) => subject.includes(task)).map((statement) => statement.needs);
    const others = tasks.filter((need) => about.some((needed) => needed.includes(need)));
    return new Set([...own, ...others].filter((need) => need !== task));
  });
  noteRepeated(tasks, note);
  const places = new Map(tasks.map((task, place) => [task, place]));
  const { dependencies, cycleEdges } = orderByDependencies(
    needs.map((needed) => [...needed].flatMap((need) => places.get(need) ?? [])),
  );
  for (const { from, to } of cycleEdges)
    for (const task of tasks.slice(to, to + 1))
      note(
        task,
        `the dependency of ${nameOf(task)} on ${tasks.slice(from, from + 1).map(nameOf)}: they wait for each other`,
      );
  return (task) => (dependencies[places.get(task) ?? -1] ?? []).flatMap((place) => tasks[place] ?? []);
}

const nameOf = ({ id, title }: SourceTask): string => id ?? `"${title}"`;

function noteRepeated(tasks: readonly SourceTask[], note: (task: SourceTask, what: string) => void): void {
  for (const [name, [, ...others]] of Map.groupBy(tasks, ({ id }) => id?.toUpperCase()))
    if (name !== undefined)
      for (const task of others) note(task, `the number ${task.id}, which an earlier task has`);
}

const continued = " (continued)";

/**
 * Orders the phases: the first one without dependencies on remaining phases comes next. If phases depend on each other
 * but their tasks don't, one phase is split, so that no dependency is lost.
 */
function orderPhases(phases: readonly SourcePhase[], needs: Needs): readonly SourcePhase[] {
  const left = phases.filter(({ tasks }) => tasks.length > 0);
  const placed = new Set<SourceTask>();
  const ordered: SourcePhase[] = [];
  while (left.length > 0) {
    const ready = left.map(({ tasks }) => readyOf(tasks, placed, needs));
    const whole = ready.findIndex(({ length }, index) => length === left[index]?.tasks.length);
    const index = whole < 0 ? ready.findIndex(({ length }) => length > 0) : whole;
    const [next, ...rest] = left.splice(index, 1).flatMap((phase) => splitPhase(phase, ready[index] ?? []));
    left.splice(index, 0, ...rest);
    ordered.push(...[next].flatMap((phase) => phase ?? []));
    for (const task of next?.tasks ?? []) placed.add(task);
  }
  return ordered;
}

/** A phase with these tasks, and one with the others if there are any. */
function splitPhase(phase: SourcePhase, tasks: readonly SourceTask[]): readonly SourcePhase[] {
  const rest = phase.tasks.filter((task) => !tasks.includes(task));
  if (rest.length === 0) return [{ ...phase, tasks }];
  const title = phase.title.endsWith(continued) ? phase.title : `${phase.title}${continued}`;
  return [
    { ...phase, number: null, tasks, criteria: [] },
    { ...phase, number: null, tasks: rest, title },
  ];
}

/** The tasks of a phase that can come next, one after the other, otherwise in the given order. */
function readyOf(
  tasks: readonly SourceTask[],
  placed: ReadonlySet<SourceTask>,
  needs: Needs,
): readonly SourceTask[] {
  const ready = new Set<SourceTask>();
  const isReady = (task: SourceTask) =>
    !ready.has(task) && needs(task).every((need) => placed.has(need) || ready.has(need));
  for (let next = tasks.find(isReady); next; next = tasks.find(isReady)) ready.add(next);
  return [...ready];
}

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
