import { inOrder } from "../document/task-queries.ts";
import { TaskNames } from "./dependencies.ts";
import type { SourceList, SourcePhase, SourceTask } from "./source-list.ts";
import { nameOf } from "./source-list.ts";

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

/**
 * Numbers the tasks. They keep their own numbers if phases and tasks are numbered in order; else they are numbered
 * consecutively. They stay in the order of the source, unless a task would come before one that it depends on.
 */
export function arrange(list: SourceList): readonly ArrangedPhase[] {
  const needs = resolveNeeds(list);
  const phases = orderPhases(list.phases, needs);
  const keeps = isAscending(phases.map(({ number }) => number));
  const numbered = phases.map((phase, index) => ({
    phase,
    number: (keeps ? phase.number : null) ?? index + 1,
  }));
  const numberOf = new Map(numbered.flatMap(({ phase, number }) => numbersIn(phase, number)));
  return numbered.map(({ number, phase: { title, criteria, tasks } }) => ({
    number,
    title,
    criteria,
    tasks: tasks.map((source) => ({
      source,
      number: numberOf.get(source) ?? "",
      dependencies: needs(source).flatMap((need) => numberOf.get(need) ?? []),
    })),
  }));
}

/** The own numbers of the tasks if they fit their phase's own number and are in order; else consecutive ones. */
function numbersIn(
  { number: ownNumber, tasks }: SourcePhase,
  number: number,
): readonly (readonly [SourceTask, string])[] {
  const own = tasks.map(({ id }) => {
    const [, prefix, seq] = /^(\d+)\.(\d+)$/.exec(id ?? "") ?? [];
    return prefix !== undefined && Number(prefix) === ownNumber ? Number(seq) : null;
  });
  const keeps = isAscending(own) && own[0] !== 0;
  return tasks.map((task, index) => [task, `${number}.${keeps ? own[index] : index + 1}`]);
}

const isAscending = (numbers: readonly (number | null)[]): boolean =>
  numbers.every((number, index) => number !== null && number > (numbers[index - 1] ?? -1));

/** The tasks that a task waits for. Following them never leads into a cycle. */
type Needs = (task: SourceTask) => readonly SourceTask[];

/** Resolves the dependencies. Those that name no task, and those that close a cycle, are left over. */
function resolveNeeds({ phases, stated, ledger }: SourceList): Needs {
  const tasks = phases.flatMap((phase) => phase.tasks);
  const names = new TaskNames(phases);
  const note = ({ line }: SourceTask, what: string) => ledger.note(line, what);
  const { dependencies, cycleEdges } = inOrder(tasks, (task) => {
    const own = task.dependencies.flatMap((statement) => {
      const { tasks: named, unknown } = names.named(statement, task);
      for (const words of unknown)
        note(task, `the dependency "${words}" of ${nameOf(task)}, which names no task that is imported`);
      return named;
    });
    const about = stated.filter(({ subject }) => subject.includes(task)).map((statement) => statement.needs);
    return [...own, ...tasks.filter((need) => about.some((needed) => needed.includes(need)))];
  });
  noteRepeated(tasks, note);
  for (const { from, to } of cycleEdges)
    note(to, `the dependency of ${nameOf(to)} on ${nameOf(from)}: they wait for each other`);
  return (task) => [...(dependencies.get(task) ?? [])];
}

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
  let left = phases.filter(({ tasks }) => tasks.length > 0);
  const placed = new Set<SourceTask>();
  const ordered: SourcePhase[] = [];
  while (left.length > 0) {
    const candidates = left.map((phase) => ({ phase, ready: readyOf(phase.tasks, placed, needs) }));
    const whole = candidates.find(({ phase, ready }) => ready.length === phase.tasks.length);
    const next = whole ?? candidates.find(({ ready }) => ready.length > 0);
    if (!next) throw new Error("the dependencies form a cycle");
    const [first, rest] = splitPhase(next.phase, next.ready);
    left = left.flatMap((phase) => (phase === next.phase ? rest : [phase]));
    ordered.push(first);
    for (const task of next.ready) placed.add(task);
  }
  return ordered;
}

/** A phase with these tasks, and one with the others if there are any. */
function splitPhase(
  phase: SourcePhase,
  tasks: readonly SourceTask[],
): readonly [SourcePhase, readonly SourcePhase[]] {
  const rest = phase.tasks.filter((task) => !tasks.includes(task));
  if (rest.length === 0) return [{ ...phase, tasks }, []];
  const title = phase.title.endsWith(continued) ? phase.title : `${phase.title}${continued}`;
  return [{ ...phase, number: null, tasks, criteria: [] }, [{ ...phase, number: null, tasks: rest, title }]];
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
