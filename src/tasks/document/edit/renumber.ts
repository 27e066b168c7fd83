import { LineIndex, lineAt } from "../source-lines.ts";
import type { Located, Span, Task, TaskList } from "../task-list.ts";
import type { Renumbering } from "../task-number.ts";
import { everyTaskNumber, partsOf, phaseOf } from "../task-number.ts";
import type { Edit } from "./revise.ts";
import { replaceSpan } from "./revise.ts";
import { followTasks, numbersInDependencies } from "./rewrite-dependencies.ts";
import type { Place } from "./task-text.ts";

/** The number for a task at a place, and the new numbers of the tasks that make room for it. */
export interface Assignment {
  readonly number: string;
  readonly renumbering: Renumbering;
}

/**
 * Finds the number for a task at a place. Numbers are never reused: those in the command's own lines under `## Changes`
 * are skipped. Later tasks of the phase move up only as far as necessary.
 */
export function assignNumber(list: TaskList, place: Place): Assignment {
  const live = new Set(list.tasks.map(({ number }) => number));
  const spent = new Set((list.changes?.spent ?? []).filter((number) => !live.has(number)));
  const phase = place.kind === "last" ? place.phase : phaseOf(place.number);
  const seqs = sequencesIn(live, phase);
  const free = (seq: number): number => (spent.has(`${phase}.${seq}`) ? free(seq + 1) : seq);
  if (place.kind === "last") {
    const used = [...seqs, ...sequencesIn(spent, phase)];
    return { number: `${phase}.${Math.max(0, ...used) + 1}`, renumbering: new Map() };
  }
  const neighbour = partsOf(place.number).seq;
  const own = place.kind === "before" ? neighbour : free(neighbour + 1);
  const later = seqs.filter((seq) => (place.kind === "before" ? seq >= neighbour : seq > neighbour));
  return { number: `${phase}.${own}`, renumbering: makeRoom(phase, own, later, free) };
}

/** Moves the later tasks up until no two tasks share a number. */
function makeRoom(
  phase: number,
  taken: number,
  later: readonly number[],
  free: (seq: number) => number,
): Renumbering {
  const renumbering = new Map<string, string>();
  let last = taken;
  for (const seq of later) {
    if (seq > last) break;
    last = free(last + 1);
    renumbering.set(`${phase}.${seq}`, `${phase}.${last}`);
  }
  return renumbering;
}

/** Closes the gaps in every phase: the tasks keep their order and are numbered from 1. */
export function closeGaps(list: TaskList): Renumbering {
  const renumbering = new Map<string, string>();
  const numbers = new Set(list.tasks.map(({ number }) => number));
  for (const phase of new Set(list.tasks.map((task) => task.phase))) {
    sequencesIn(numbers, phase).forEach((seq, index) => {
      if (seq !== index + 1) renumbering.set(`${phase}.${seq}`, `${phase}.${index + 1}`);
    });
  }
  return renumbering;
}

/** The places of these numbers in a phase, in order. */
const sequencesIn = (numbers: Iterable<string>, phase: number): readonly number[] =>
  [...numbers]
    .map(partsOf)
    .filter((parts) => parts.phase === phase)
    .map(({ seq }) => seq)
    .toSorted((a, b) => a - b);

/** The task's number in the headings of its parts, such as `#### Task 1.2.1: …`, which belong to it by their number. */
function numbersOfParts({ source }: TaskList, { number, heading, depth, span }: Task): readonly Span[] {
  const text = source.slice(heading.end, span.end);
  const part = new RegExp(
    String.raw`^(#{${depth + 1},6}[ \t]+[^\d\r\n]*)${number.replace(".", String.raw`\.`)}(?=\.\d)`,
    "gm",
  );
  return [...text.matchAll(part)].map(({ index, 1: before = "" }) => {
    const start = heading.end + index + before.length;
    return { start, end: start + number.length };
  });
}

/** Renumbers tasks in one step and updates every dependency. */
export const rewriteNumbers = (renumbering: Renumbering): readonly Edit[] => [
  followTasks([], renumbering),
  rewriteHeadings(renumbering),
];

/** Rewrites the numbers in the headings of tasks and of their parts. */
export const rewriteHeadings =
  (renumbering: Renumbering): Edit =>
  (list) =>
    list.tasks.flatMap((task) => {
      const after = renumbering.get(task.number);
      if (after === undefined) return [];
      return [task.numberSpan, ...numbersOfParts(list, task)].map((span) => replaceSpan(span, after));
    });

/** A task number in free text, which no edit touches. */
interface Mention {
  readonly number: string;
  /** 1-based. */
  readonly line: number;
  /** The whole line, trimmed. */
  readonly text: string;
}

/** Finds these task numbers in free text: outside headings, dependencies, ranges and `## Changes`. */
export function findMentions(list: TaskList, numbers: Iterable<string>): readonly Mention[] {
  const wanted = new Set(numbers);
  const understood = new Set(
    [
      ...list.tasks.map(({ numberSpan }) => numberSpan),
      ...numbersInDependencies(list),
      ...endsOfRanges(list),
    ].map(({ start }) => start),
  );
  // In a proof line, `passed in 3.2 s` does not name a task.
  const proof = list.tasks.flatMap((task) => task.proof);
  const isProof = (offset: number): boolean =>
    proof.some(({ start, end }) => start <= offset && offset < end);
  const lines = new LineIndex(list.source);
  const end = list.changes?.heading.start ?? list.source.length;
  const mentions = [...list.source.slice(0, end).matchAll(everyTaskNumber)]
    .filter(({ 0: number, index }) => wanted.has(number) && !understood.has(index) && !isProof(index))
    .map(({ 0: number, index }) => {
      const { start, end: lineEnd } = lineAt(list.source, index);
      const { line } = lines.positionOf(index);
      return { number, line, text: list.source.slice(start, lineEnd).trim() };
    });
  // A line may name a number twice.
  return [...new Map(mentions.map((mention) => [`${mention.line} ${mention.number}`, mention])).values()];
}

const endsOfRanges = ({ phases }: TaskList): readonly Located[] =>
  phases.flatMap(({ heading }) => (heading?.range ? [heading.range.first, heading.range.last] : []));
