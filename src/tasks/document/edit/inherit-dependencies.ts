import type { DependencyReference, Field, Located, PhaseReference, Task, TaskList } from "../task-list.ts";
import { isWithinRange } from "../task-number.ts";
import type { Edit, TextEdit } from "./revise.ts";

/** A part of a Dependencies value, with the separator before it. */
interface Piece {
  readonly separator: string;
  readonly text: string;
}

/**
 * Makes every dependent of `removed` depend on the dependencies of `removed` instead. A range that ends at `removed`
 * then ends at the nearest remaining task. Apply this while the removed task is still in the list.
 */
export const inheritDependencies =
  (removed: Task): Edit =>
  (list) =>
    waitersFor(list, removed).flatMap((waiter) => inherit(list, waiter, removed));

/** A task with dependencies, or a phase with dependencies that all of its tasks share. */
interface Waiter {
  readonly own: readonly string[];
  readonly parts: readonly Part[];
  readonly fields: readonly Field[];
  /** The waiting tasks, which can't depend on themselves. */
  readonly tasks: readonly string[];
}

function waitersFor({ tasks, phases }: TaskList, { number: removed }: Task): readonly Waiter[] {
  const waiters = [
    ...tasks.map(({ number, fields, dependencies }) => ({ ...dependencies, fields, tasks: [number] })),
    ...phases.flatMap(({ tasks: numbers, dependencies }) =>
      dependencies ? [{ ...dependencies, tasks: numbers }] : [],
    ),
  ];
  return waiters
    .filter(({ own, tasks: numbers }) => own.includes(removed) && !numbers.includes(removed))
    .map(({ references, unparsed, ...waiter }) => ({
      ...waiter,
      parts: [...references, ...unparsed].toSorted((a, b) => a.start - b.start),
    }));
}

/** The dependencies of a dependent, or of its phase, after the removal. */
export function namesWithout(
  names: readonly string[],
  removed: Task,
  selves: readonly string[],
): readonly string[] {
  if (!names.includes(removed.number)) return names;
  const kept = names.filter((name) => name !== removed.number);
  return [...kept, ...inheritedNames(names, removed, selves)];
}

function inheritedNames(
  names: readonly string[],
  { dependencies: { resolved, unknown } }: Task,
  selves: readonly string[],
): readonly string[] {
  const left = new Set([...names, ...selves]);
  return [...resolved, ...unknown.map(({ text }) => text)].filter((name) => !left.has(name));
}

function inherit(list: TaskList, waiter: Waiter, removed: Task): readonly TextEdit[] {
  const values = valuesOf(waiter);
  const names = inheritedNames(waiter.own, removed, waiter.tasks);
  const heir = values.findIndex((parts) => parts.some((part) => isReferenceTo(part, removed)));
  return values.flatMap((parts, index) =>
    rewrite(list, parts, removed, index === Math.max(0, heir) ? names : []),
  );
}

function rewrite(
  list: TaskList,
  parts: readonly Part[],
  removed: Task,
  names: readonly string[],
): readonly TextEdit[] {
  const [first, last] = [parts.at(0), parts.at(-1)];
  if (!first || !last) return [];
  const replaceable = parts.findIndex((part) => isReferenceTo(part, removed));
  const pieces = parts.flatMap((part, index) => {
    const separator = index === 0 ? ", " : list.source.slice(parts[index - 1]?.end, part.start);
    const text = survivingText(list, part, removed);
    const own: Piece[] = text === null ? [] : [{ separator, text }];
    return index === replaceable ? [...own, ...namedLike(list, part, separator, names)] : own;
  });
  const inherited = replaceable < 0 ? names.map((text) => ({ separator: ", ", text })) : [];
  return [{ offset: first.start, length: last.end - first.start, text: joined([...pieces, ...inherited]) }];
}

type Part = DependencyReference | (Located & { readonly kind?: undefined });

/** The parts grouped by Dependencies field: there may be several such fields. */
function valuesOf({ fields, parts }: Waiter): readonly (readonly Part[])[] {
  const saying = fields.filter(({ name }) => name === "dependencies");
  return [...Map.groupBy(parts, (part) => saying.findLast(({ start }) => start <= part.start)).values()];
}

const isReferenceTo = (part: Part, { number }: Task): boolean =>
  (part.kind === "task" && part.number.text === number) ||
  (part.kind === "name" && part.numbers.length === 1 && part.numbers[0] === number);

/** The rest of a part after the removal; null if nothing is left. */
function survivingText(list: TaskList, part: Part, removed: Task): string | null {
  const written = list.source.slice(part.start, part.end);
  if (part.kind === undefined || part.kind === "all") return written;
  if (isReferenceTo(part, removed)) return null;
  if (part.kind === "task" || part.kind === "name") return written;
  const others = list.tasks.filter(({ number }) => number !== removed.number);
  if (part.kind === "phase") return others.some(({ phase }) => isInPhases(phase, part)) ? written : null;
  const ends = [part.first.text, part.last.text];
  if (!ends.includes(removed.number)) return written;
  const inside = others.map(({ number }) => number).filter((number) => isWithinRange(number, part));
  const [first, last] = [inside.at(0), inside.at(-1)];
  if (first === undefined || last === undefined) return null;
  return first === last ? first : `${first}-${last}`;
}

const isInPhases = (phase: number, part: PhaseReference): boolean =>
  phase >= part.phase && phase <= part.last;

/** The inherited numbers in the style of the reference that they replace: `Task 1.1`, `Story 1.1`, or `1.1`. */
function namedLike(
  list: TaskList,
  part: Part,
  separator: string,
  names: readonly string[],
): readonly Piece[] {
  const prefix = /^(?!tasks)\p{L}+\s+(?=\d)/iu.exec(list.source.slice(part.start, part.end))?.[0] ?? "";
  return names.map((name) => ({ separator, text: /^\d/.test(name) ? prefix + name : name }));
}

const joined = (pieces: readonly Piece[]): string =>
  pieces.map(({ separator, text }, index) => (index === 0 ? text : separator + text)).join("") || "None";
