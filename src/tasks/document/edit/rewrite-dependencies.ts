import type {
  Field,
  Located,
  PhasePart,
  ResolvedPart,
  Task,
  TaskList,
  WrittenDependencies,
} from "../task-list.ts";
import type { Renumbering } from "../task-number.ts";
import { byNumber, isBetween, isWithinPhases, phaseOf, plainNumber, renumbered } from "../task-number.ts";
import { dependencyNames, isOneTask } from "../task-queries.ts";
import type { Edit, TextEdit } from "./revise.ts";
import { insertAt, replaceSpan } from "./revise.ts";

/** A task with dependencies, or a phase with dependencies that all of its tasks share. */
interface Waiter extends WrittenDependencies {
  readonly fields: readonly Field[];
  /** The waiting tasks, which can't depend on themselves. */
  readonly tasks: readonly string[];
  /** Whether a task is one of them after a renumbering, by its old and its new number. */
  readonly isOwn: (number: string, after: string) => boolean;
}

const waitersIn = ({ tasks, phases }: TaskList): readonly Waiter[] => [
  ...tasks.map(({ number, fields, dependencies }) => ({
    ...dependencies,
    fields,
    tasks: [number],
    isOwn: (one: string) => one === number,
  })),
  ...phases.flatMap(({ number, tasks, dependencies }) =>
    dependencies
      ? [{ ...dependencies, tasks, isOwn: (_: string, after: string) => phaseOf(after) === number }]
      : [],
  ),
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

/**
 * Makes the dependents of removed tasks depend on the dependencies of these instead. A range that ends at a removed task
 * then ends at the nearest remaining one. Apply this while the removed tasks are still in the list.
 */
export const inheritDependencies =
  (removed: readonly Task[]): Edit =>
  (list) => {
    const inheritance = inheritanceOf(removed);
    const remaining = list.tasks.filter(({ number }) => !inheritance.has(number));
    return waitersIn(list)
      .filter(({ own }) => own.some((name) => inheritance.has(name)))
      .flatMap((waiter) => inherit({ list, remaining, inheritance }, waiter));
  };

/** The dependencies of a dependent, or of its phase, after the removal: those that it keeps, then the inherited ones. */
export function namesWithout(
  names: readonly string[],
  inheritance: Inheritance,
  selves: readonly string[],
): readonly string[] {
  const kept = names.filter((name) => !inheritance.has(name));
  const inherited = names.flatMap((name) => inheritance.get(name) ?? []);
  return [...new Set([...kept, ...inherited.filter((name) => !selves.includes(name))])];
}

interface Removal {
  readonly list: TaskList;
  /** The tasks that are not removed. */
  readonly remaining: readonly Task[];
  readonly inheritance: Inheritance;
}

function inherit({ remaining, ...others }: Removal, waiter: Waiter): readonly TextEdit[] {
  // A phase or a range of which only the waiting task is left names nothing to wait for.
  const removal = { ...others, remaining: remaining.filter(({ number }) => !waiter.tasks.includes(number)) };
  const values = valuesOf(waiter);
  const after = namesWithout(waiter.own, removal.inheritance, waiter.tasks);
  const names = after.filter((name) => !waiter.own.includes(name));
  const heir = values.findIndex((parts) => parts.some((part) => isLost(part, removal)));
  return values.flatMap((parts, index) => rewrite(removal, parts, index === Math.max(0, heir) ? names : []));
}

/** A part of a Dependencies value, with the separator before it. */
interface Piece {
  readonly separator: string;
  readonly text: string;
}

function rewrite(
  removal: Removal,
  parts: readonly ResolvedPart[],
  names: readonly string[],
): readonly TextEdit[] {
  const [first, last] = [parts.at(0), parts.at(-1)];
  if (!first || !last) return [];
  const { list } = removal;
  const replaceable = parts.findIndex((part) => isLost(part, removal));
  const pieces = parts.flatMap((part, index) => {
    const separator = index === 0 ? ", " : list.source.slice(parts[index - 1]?.end, part.start);
    const text = survivingText(removal, part);
    const own: Piece[] = text === null ? [] : [{ separator, text }];
    return index === replaceable ? [...own, ...namedLike(list, part, separator, names)] : own;
  });
  const inherited = replaceable < 0 ? names.map((text) => ({ separator: ", ", text })) : [];
  return [{ offset: first.start, length: last.end - first.start, text: joined([...pieces, ...inherited]) }];
}

/** The parts grouped by Dependencies field: there may be several such fields. */
function valuesOf({ fields, parts }: Waiter): readonly (readonly ResolvedPart[])[] {
  const saying = fields.filter(({ name }) => name === "dependencies");
  return [...Map.groupBy(parts, (part) => saying.findLast(({ start }) => start <= part.start)).values()];
}

/** Whether a part names removed tasks, and nothing else. A range or a phase keeps its tasks that remain. */
function isLost(part: ResolvedPart, { inheritance }: Removal): boolean {
  const namesTasks = part.kind === "words" || isOneTask(part);
  // The title of an empty phase names no task.
  return namesTasks && part.numbers.length > 0 && part.numbers.every((number) => inheritance.has(number));
}

/** The rest of a part after the removal; null if nothing is left. */
function survivingText(removal: Removal, part: ResolvedPart): string | null {
  const { list, remaining, inheritance } = removal;
  const written = list.source.slice(part.start, part.end);
  if (isLost(part, removal)) return null;
  if (part.kind === "all" || part.kind === "words") return written;
  // A phase that names no task of the list stays, and the task keeps waiting for it.
  if (part.kind === "phases") {
    const isInside = ({ phase }: Task): boolean => isWithinPhases(phase, part);
    return remaining.some(isInside) || !list.tasks.some(isInside) ? written : null;
  }
  const ends = [part.first.text, part.last.text];
  if (!ends.some((end) => inheritance.has(end))) return written;
  const numbers = remaining.map(({ number }) => number);
  const inside = numbers.filter((number) => isBetween(part.first.text, number, part.last.text));
  const [first, last] = [inside.at(0), inside.at(-1)];
  if (first === undefined || last === undefined) return null;
  return first === last ? first : `${first}-${last}`;
}

/** The inherited numbers in the style of the part that they replace: `Task 1.1`, `Story 1.1`, or `1.1`. */
function namedLike(
  list: TaskList,
  part: ResolvedPart,
  separator: string,
  names: readonly string[],
): readonly Piece[] {
  const prefix = /^(?!tasks)\p{L}+\s+(?=\d)/iu.exec(list.source.slice(part.start, part.end))?.[0] ?? "";
  return names.map((name) => ({ separator, text: /^\d/.test(name) ? prefix + name : name }));
}

const joined = (pieces: readonly Piece[]): string =>
  pieces.map(({ separator, text }, index) => (index === 0 ? text : separator + text)).join("") || "None";

/** Rewrites the numbers in all dependencies after a renumbering; a range keeps its two end tasks. */
export const followRenumbering = (list: TaskList, renumbering: Renumbering): readonly TextEdit[] =>
  waitersIn(list).flatMap((waiter) =>
    waiter.parts.flatMap((part) => {
      // Ids, titles and `All previous tasks` contain no number that could change.
      if (part.kind === "all" || part.kind === "words") return [];
      if (part.kind === "phases") return followPhase(list, waiter, part, renumbering);
      return follow(part, renumbering);
    }),
  );

/** The numbers of tasks in all dependencies, with their places. */
export const numbersInDependencies = (list: TaskList): readonly Located[] =>
  waitersIn(list)
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      if (part.kind !== "tasks") return [];
      return isOneTask(part) ? [part.first] : [part.first, part.last];
    });

type NumbersPart = Extract<ResolvedPart, { kind: "tasks" }>;

const plain = ({ text }: Located): string => plainNumber(text);

/** A task that leaves the phase is added to the dependencies, or replaces the phase if that is empty now. */
function followPhase(
  list: TaskList,
  { parts, isOwn }: Waiter,
  phases: PhasePart & Located,
  renumbering: Renumbering,
): readonly TextEdit[] {
  const isInside = (number: string): boolean => isWithinPhases(phaseOf(number), phases);
  const after = (number: string): string => renumbered(number, renumbering);
  const leaving = [...renumbering.keys()].filter(
    (number) => isInside(number) && !isInside(after(number)) && !isOwn(number, after(number)),
  );
  if (leaving.length === 0) return [];
  const isLeft = list.tasks.some(({ number }) => !isOwn(number, after(number)) && isInside(after(number)));
  if (!isLeft) return [replaceSpan(phases, leaving.map(after).join(", "))];
  const named = parts.flatMap((part) => (isOneTask(part) ? part.numbers : []));
  const missing = leaving.filter((number) => !named.includes(number)).map(after);
  // Appended after all that names tasks: in `Phases 1 and 3`, a phase number after a task number would not be read as
  // a phase.
  const offset = Math.max(
    phases.end,
    ...parts.flatMap(({ numbers, end }) => (numbers.length > 0 ? end : [])),
  );
  return [insertAt(offset, missing.map((number) => `, ${number}`).join(""))];
}

function follow(part: NumbersPart, renumbering: Renumbering): readonly TextEdit[] {
  const after = (number: string): string => renumbered(number, renumbering);
  if (isOneTask(part)) return rewritten(part.first, after(plain(part.first)));
  const members = part.numbers;
  if (!members.some((number) => renumbering.has(number))) return [];
  const leaves = (number: string): boolean => phaseOf(after(number)) !== phaseOf(number);
  const staying = members
    .filter((number) => !leaves(number))
    .map(after)
    .toSorted(byNumber);
  const [lowest, highest] = [staying.at(0), staying.at(-1)];
  if (lowest === undefined || highest === undefined) return [];
  const left = members.filter(leaves).map((number) => `, ${after(number)}`);
  // An end that matches no task stays, because removing it silently would make a task ready too early.
  const kept = (end: Located, number: string): string => (members.includes(plain(end)) ? number : plain(end));
  const [first, last] = [kept(part.first, lowest), kept(part.last, highest)];
  // A range that contains a single task becomes that task's number.
  const ends =
    first === last
      ? [replaceSpan({ start: part.first.start, end: part.last.end }, first)]
      : [...rewritten(part.first, first), ...rewritten(part.last, last)];
  return left.length > 0 ? [...ends, insertAt(part.end, left.join(""))] : ends;
}

const rewritten = (place: Located, number: string): readonly TextEdit[] =>
  plain(place) === number ? [] : [replaceSpan(place, number)];
