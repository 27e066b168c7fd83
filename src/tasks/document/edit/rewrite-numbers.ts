import { LineIndex, lineAt } from "../source-lines.ts";
import type {
  DependencyReference,
  Located,
  Phase,
  PhaseRange,
  PhaseReference,
  Span,
  TaskList,
} from "../task-list.ts";
import { byNumber, isWithinRange, phaseOf, plainNumber } from "../task-number.ts";
import type { Edit, TextEdit } from "./revise.ts";

/** New task numbers by old ones. */
export type Renumbering = ReadonlyMap<string, string>;

/** Renumbers tasks in one step and updates every dependency; a range keeps its two end tasks. */
export const rewriteNumbers =
  (renumbering: Renumbering): Edit =>
  (list) => {
    const leavers = [...renumbering.keys()].filter((number) => leavesPhase(number, renumbering));
    return [
      ...list.tasks.flatMap(({ numberSpan, number }) => renumber(numberSpan, number, renumbering)),
      ...waitersOf(list).flatMap((waiter) =>
        waiter.references.flatMap((reference) =>
          followReference(list, waiter, reference, leavers, renumbering),
        ),
      ),
    ];
  };

/** A task or a phase, with its dependencies. */
interface Waiter {
  readonly references: readonly DependencyReference[];
  /** Whether the numbers, old and new, are those of the waiting task or of a task in the phase. */
  readonly isOwn: (number: string, renumbered: string) => boolean;
}

const waitersOf = ({ tasks, phases }: TaskList): readonly Waiter[] => [
  ...tasks.map(({ number, dependencies: { references } }) => ({
    references,
    isOwn: (one: string) => one === number,
  })),
  ...phases.flatMap(({ number, dependencies }) =>
    dependencies
      ? [{ references: dependencies.references, isOwn: (_: string, one: string) => phaseOf(one) === number }]
      : [],
  ),
];

/** Every place where the reader understands a number, so that it is not a mention in free text. */
const understoodNumbers = (list: TaskList): readonly Span[] => [
  ...list.tasks.map(({ numberSpan }) => numberSpan),
  ...waitersOf(list)
    .flatMap(({ references }) => references)
    .flatMap((reference) =>
      reference.kind === "task" || reference.kind === "range" ? endsOf(reference) : [],
    ),
  ...list.phases.flatMap(({ heading }) => (heading?.range ? endsOf(heading.range) : [])),
];

type NumberReference = Extract<DependencyReference, { kind: "task" | "range" }>;
type Reference = NumberReference | (PhaseRange & { readonly kind?: undefined });

const endsOf = (reference: Reference): readonly Located[] =>
  reference.kind === "task" ? [reference.number] : [reference.first, reference.last];

const plain = ({ text }: Located): string => plainNumber(text);

function renumber({ start, end }: Span, number: string, renumbering: Renumbering): readonly TextEdit[] {
  const renumbered = renumbering.get(number);
  return renumbered === undefined ? [] : [{ offset: start, length: end - start, text: renumbered }];
}

const leavesPhase = (number: string, renumbering: Renumbering): boolean =>
  phaseOf(renumbering.get(number) ?? number) !== phaseOf(number);

/** Ids, titles and `All previous tasks` contain no number that could change. */
function followReference(
  list: TaskList,
  waiter: Waiter,
  reference: DependencyReference,
  leavers: readonly string[],
  renumbering: Renumbering,
): readonly TextEdit[] {
  if (reference.kind === "all" || reference.kind === "name") return [];
  if (reference.kind === "phase") return followPhase(list, waiter, reference, leavers, renumbering);
  return follow(list, reference, renumbering);
}

/**
 * A task that leaves the phase is added to the references, or replaces the phase's reference if the phase is now empty.
 */
function followPhase(
  list: TaskList,
  { references, isOwn }: Waiter,
  { start, end, phase, last }: PhaseReference,
  leavers: readonly string[],
  renumbering: Renumbering,
): readonly TextEdit[] {
  const isInside = (number: string): boolean => phaseOf(number) >= phase && phaseOf(number) <= last;
  const renumbered = (number: string): string => renumbering.get(number) ?? number;
  const leaving = leavers.filter(
    (number) => isInside(number) && !isInside(renumbered(number)) && !isOwn(number, renumbered(number)),
  );
  if (leaving.length === 0) return [];
  const isLeft = list.tasks.some(
    ({ number }) => !isOwn(number, renumbered(number)) && isInside(renumbered(number)),
  );
  if (!isLeft) return [{ offset: start, length: end - start, text: leaving.map(renumbered).join(", ") }];
  const named = references.flatMap((one) => (one.kind === "task" ? [plain(one.number)] : []));
  const missing = leaving.filter((number) => !named.includes(number)).map(renumbered);
  // Appended after all references: in `Phases 1 and 3`, a phase number after a task number would not be read as a
  // phase.
  const offset = Math.max(...references.map((one) => one.end));
  return [{ offset, length: 0, text: missing.map((number) => `, ${number}`).join("") }];
}

function follow(list: TaskList, reference: NumberReference, renumbering: Renumbering): readonly TextEdit[] {
  if (reference.kind === "task") return renumber(reference.number, plain(reference.number), renumbering);
  const members = membersOf(list, reference);
  if (!members.some((number) => renumbering.has(number))) return [];
  const leaves = (number: string): boolean => leavesPhase(number, renumbering);
  const staying = members
    .filter((number) => !leaves(number))
    .map((number) => renumbering.get(number) ?? number);
  const [first, last] = [staying.toSorted(byNumber).at(0), staying.toSorted(byNumber).at(-1)];
  if (first === undefined || last === undefined) return [];
  const left = members.filter(leaves).map((number) => `, ${renumbering.get(number)}`);
  // An end that matches no task stays, because removing it silently would make a task ready too early.
  const kept = (end: Located, number: string): string => (members.includes(plain(end)) ? number : plain(end));
  return [
    ...rewrittenEnds(reference, kept(reference.first, first), kept(reference.last, last)),
    ...(left.length > 0 ? [{ offset: reference.end, length: 0, text: left.join("") }] : []),
  ];
}

function rewrittenEnds(
  range: { first: Located; last: Located },
  first: string,
  last: string,
): readonly TextEdit[] {
  if (first !== last) return [...rewritten(range.first, first), ...rewritten(range.last, last)];
  // A range that contains a single task becomes that task's number.
  return [{ offset: range.first.start, length: range.last.end - range.first.start, text: first }];
}

function rewritten(place: Located, number: string): readonly TextEdit[] {
  if (plain(place) === number) return [];
  return [{ offset: place.start, length: place.end - place.start, text: number }];
}

const membersOf = (
  { tasks }: TaskList,
  { first, last }: { first: Located; last: Located },
): readonly string[] =>
  tasks.map(({ number }) => number).filter((number) => isWithinRange(number, { first, last }));

/** A task number in free text, which no edit touches. */
export interface Mention {
  readonly number: string;
  /** 1-based. */
  readonly line: number;
  /** The whole line, trimmed. */
  readonly text: string;
}

/** Finds these task numbers in free text: outside headings, dependencies, ranges and `## Changes`. */
export function findMentions(list: TaskList, numbers: Iterable<string>): readonly Mention[] {
  const wanted = new Set(numbers);
  const understood = new Set(understoodNumbers(list).map(({ start }) => start));
  // In a proof line, `passed in 3.2 s` does not name a task.
  const proof = list.tasks.flatMap((task) => task.proof);
  const isProof = (offset: number): boolean =>
    proof.some(({ start, end }) => start <= offset && offset < end);
  const lines = new LineIndex(list.source);
  const end = list.changes?.heading.start ?? list.source.length;
  return [...list.source.slice(0, end).matchAll(/(?<![\d.])\d+\.\d+(?!\.?\d)/g)]
    .filter(({ 0: number, index }) => wanted.has(number) && !understood.has(index) && !isProof(index))
    .map(({ 0: number, index }) => {
      const { start, end: lineEnd } = lineAt(list.source, index);
      const { line } = lines.positionOf(index);
      return { number, line, text: list.source.slice(start, lineEnd).trim() };
    });
}

/** Updates the ranges in these phases' headings to the first and last task number of the phase. */
export const followPhaseRanges =
  (phases: readonly number[]): Edit =>
  (list) =>
    list.phases.filter(({ number }) => phases.includes(number)).flatMap((phase) => followRange(list, phase));

function followRange({ source }: TaskList, { heading, tasks }: Phase): readonly TextEdit[] {
  if (!heading?.range) return [];
  const { range } = heading;
  const [first, last] = firstAndLast(tasks);
  if (first === undefined || last === undefined) {
    const blanks = /\s*$/.exec(source.slice(heading.span.start, range.start))?.[0].length ?? 0;
    return [{ offset: range.start - blanks, length: range.end - range.start + blanks, text: "" }];
  }
  return [
    { ...range.first, wanted: first },
    { ...range.last, wanted: last },
  ]
    .filter(({ text, wanted }) => text !== wanted)
    .map(({ start, end, wanted }) => ({ offset: start, length: end - start, text: wanted }));
}

function firstAndLast(numbers: readonly string[]): readonly [string | undefined, string | undefined] {
  const sorted = numbers.toSorted(byNumber);
  return [sorted[0], sorted.at(-1)];
}
