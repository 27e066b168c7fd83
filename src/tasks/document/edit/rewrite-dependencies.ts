import { meansAllTasks } from "../resolve-dependencies.ts";
import type { Field, Located, ResolvedPart, Task, TaskList, WrittenDependencies } from "../task-list.ts";
import type { Renumbering } from "../task-number.ts";
import { byNumber, isWithinPhases, phaseOf, plainNumber, renumbered } from "../task-number.ts";
import { dependencyNames, fieldsNamed, isOneTask } from "../task-queries.ts";
import type { Edit, TextEdit } from "./revise.ts";
import { replaceSpan } from "./revise.ts";

/** A task with dependencies, or a phase or another group with dependencies that all of its tasks share. */
interface Waiter extends WrittenDependencies {
  readonly fields: readonly Field[];
  /**
   * Whether a task is one of the waiting tasks, by its old and its new number: none can depend on itself. One that moves
   * into a phase is not, because the other tasks of the phase must not stop waiting for it.
   */
  readonly isOwn: (before: string, after: string) => boolean;
}

const waitersIn = ({ tasks, sharedDependencies }: TaskList): readonly Waiter[] => [
  ...tasks.map(({ number, fields, dependencies }) => ({
    ...dependencies,
    fields,
    isOwn: (before: string) => before === number,
  })),
  ...sharedDependencies.map((shared) => ({
    ...shared,
    isOwn: (before: string, after: string) => before === after && shared.tasks.includes(before),
  })),
];

/** The names that the dependents of each removed task depend on instead, by the number of the removed task. */
export type Inheritance = ReadonlyMap<string, readonly string[]>;

/** The dependencies of each removed task. Those that are removed too are replaced by their own dependencies. */
export function inheritanceOf(removed: readonly Task[]): Inheritance {
  const leaving = new Map(removed.map((task) => [task.number, task]));
  const inherited = new Map<string, readonly string[]>();
  const namesBehind = (name: string): readonly string[] => {
    const task = leaving.get(name);
    return inherited.get(name) ?? (task ? dependencyNames(task) : []);
  };
  for (const number of leaving.keys()) {
    const found = new Set([number]);
    // The loop also visits the names that are added during it.
    for (const name of found) for (const one of namesBehind(name)) found.add(one);
    inherited.set(
      number,
      [...found].filter((name) => !leaving.has(name)),
    );
  }
  return inherited;
}

/** The dependencies of a dependent, or of its phase, after the removal: those that it keeps, then the inherited ones. */
export function namesWithout(
  names: readonly string[],
  inheritance: Inheritance,
  isOwn: (name: string) => boolean,
): readonly string[] {
  // Without a removal, a name that occurs twice is a number that now also names another task.
  if (inheritance.size === 0) return names;
  const kept = names.filter((name) => !inheritance.has(name));
  const inherited = names.flatMap((name) => inheritance.get(name) ?? []);
  return [...new Set([...kept, ...inherited.filter((name) => !isOwn(name))])];
}

/** What happens to tasks that dependencies name. */
interface Fate {
  readonly removed: Inheritance;
  readonly renumbering: Renumbering;
}

/**
 * Makes the dependents of removed tasks depend on the dependencies of these instead, and rewrites the numbers in all
 * dependencies after a renumbering. Apply this while all tasks are still at their places.
 */
export const followTasks =
  (removed: readonly Task[], renumbering: Renumbering): Edit =>
  (list) => {
    const fate = { removed: inheritanceOf(removed), renumbering };
    return waitersIn(list)
      .filter(({ own }) => own.some((name) => fate.removed.has(name) || renumbering.has(name)))
      .flatMap((waiter) => rewriteParts(list, waiter, fate));
  };

/** A part after the change. */
interface Remainder {
  readonly part: ResolvedPart;
  /** Null if nothing that it named is left. */
  readonly text: string | null;
  /** What it still names, by the new numbers. */
  readonly names: readonly string[];
}

/** Names that no part covers any more take the place of the first lost part, or follow all that name tasks. */
function rewriteParts(list: TaskList, waiter: Waiter, fate: Fate): readonly TextEdit[] {
  const remainders = waiter.parts.map((part) => remainderOf(list, waiter, part, fate));
  const covered = new Set(remainders.flatMap(({ names }) => names));
  const wanted = namesWithout(waiter.own, fate.removed, (name) => waiter.isOwn(name, name));
  const added = wanted.flatMap((before) => {
    const after = renumbered(before, fate.renumbering);
    return covered.has(after) || waiter.isOwn(before, after) ? [] : [after];
  });
  const place =
    remainders.find(({ text }) => text === null) ??
    remainders.findLast(({ part }) => part.numbers.length > 0) ??
    remainders.at(-1);
  const fields = fieldsNamed(waiter, "dependencies");
  const values = Map.groupBy(remainders, ({ part }) => fields.findLast(({ start }) => start <= part.start));
  return [...values.values()].flatMap((value) => writeValue(list, value, place, added));
}

/** Writes the parts of one field, and the added names after one of them. */
function writeValue(
  { source }: TaskList,
  value: readonly Remainder[],
  place: Remainder | undefined,
  added: readonly string[],
): readonly TextEdit[] {
  const [start, end] = [value[0]?.part.start ?? 0, value.at(-1)?.part.end ?? 0];
  const pieces = value.flatMap((remainder, index) => {
    const { part, text } = remainder;
    const before = index === 0 ? ", " : source.slice(value[index - 1]?.part.end, part.start);
    const names = remainder === place ? added : [];
    if (text !== null)
      return [{ before, text, part }, ...names.map((name) => ({ before: ", ", text: name, part: null }))];
    // The numbers in the place of `Task 1.1` or `Story 1.1` get its word too.
    const written = part.kind === "phases" ? "" : source.slice(part.start, part.end);
    const word = /^(?!tasks)\p{L}+\s+(?=\d)/iu.exec(written)?.[0] ?? "";
    return names.map((name) => ({ before, text: /^\d/.test(name) ? word + name : name, part: null }));
  });
  const written = pieces.map(({ before, text, part }, index) => {
    // The 2 in `Phases 1 and 2` needs the word once it no longer follows a phase.
    const previous = pieces.slice(0, index).findLast((piece) => piece.part?.kind !== "words")?.part;
    const isBare = part?.kind === "phases" && previous?.kind !== "phases" && /^\d+(?![.\d])/.test(text);
    return (index === 0 ? "" : before) + (isBare ? `${part.word} ${text}` : text);
  });
  const text = written.join("") || "None";
  return text === source.slice(start, end) ? [] : [replaceSpan({ start, end }, text)];
}

function remainderOf(
  { source }: TaskList,
  { isOwn }: Waiter,
  part: ResolvedPart,
  { removed, renumbering }: Fate,
): Remainder {
  const staying = part.numbers.flatMap((number) => {
    const after = renumbered(number, renumbering);
    return removed.has(number) || leaves(part, number, after) ? [] : [after];
  });
  // A range of which only the waiting task is left names nothing to wait for.
  const others =
    part.kind === "tasks" && !isOneTask(part) && removed.size > 0
      ? staying.filter((one) => !isOwn(one, one))
      : staying;
  // `All previous tasks` never changes; a part that names no task stays, and the task keeps waiting for it.
  const isLost = part.kind !== "all" && part.numbers.length > 0 && others.length === 0;
  const names = [...staying, ...part.unknown.map(({ text }) => text)];
  const written = source.slice(part.start, part.end);
  if (isLost) return { part, text: null, names };
  return { part, text: part.kind === "tasks" ? withEnds(part, written, staying) : written, names };
}

/** Whether a renumbering takes a task out of a range or a phase. The id or the title of a task goes with it. */
function leaves(part: ResolvedPart, before: string, after: string): boolean {
  if (phaseOf(before) === phaseOf(after)) return false;
  if (part.kind === "phases") return !isWithinPhases(phaseOf(after), part);
  if (part.kind === "tasks") return !isOneTask(part);
  // `All setup tasks`, `All previous phases` and the title of a phase name the tasks of some phases.
  const isOfPhases = part.kind === "all" ? !meansAllTasks(part.words) : part.numbers.length > 1;
  return isOfPhases && !part.numbers.some((one) => phaseOf(one) === phaseOf(after));
}

type NumbersPart = Extract<ResolvedPart, { kind: "tasks" }>;

/** The text of a number or a range, which then runs from the first to the last task that it keeps. */
function withEnds(part: NumbersPart, written: string, staying: readonly string[]): string {
  const sorted = staying.toSorted(byNumber);
  // An end that matches no task stays, because removing it silently would make a task ready too early.
  const endAt = (place: Located, number = ""): string => {
    const plain = plainNumber(place.text);
    return part.numbers.includes(plain) && plain !== number ? number : place.text;
  };
  const [first, last] = [endAt(part.first, sorted.at(0)), endAt(part.last, sorted.at(-1))];
  const [head, tail] = [
    written.slice(0, part.first.start - part.start),
    written.slice(part.last.end - part.start),
  ];
  const dash = written.slice(part.first.end - part.start, part.last.start - part.start);
  // A range that contains a single task becomes that task's number.
  return head + (first === last ? first : first + dash + last) + tail;
}

/** The numbers of tasks in all dependencies, with their places. */
export const numbersInDependencies = (list: TaskList): readonly Located[] =>
  waitersIn(list)
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.kind === "tasks" ? [part.first, part.last] : []));
