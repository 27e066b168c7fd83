import type { TaskList } from "../task-list.ts";
import { partsOf, phaseOf } from "../task-number.ts";
import type { Renumbering } from "./rewrite-numbers.ts";
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
export function assignNumber(list: TaskList, place: Place, leaving?: string): Assignment {
  const live = new Set(list.tasks.map(({ number }) => number));
  const spent = new Set((list.changes?.spent ?? []).filter((number) => !live.has(number)));
  if (leaving !== undefined) spent.add(leaving);
  const phase = place.kind === "last" ? place.phase : phaseOf(place.number);
  const seqs = sortedSeqs(list, phase);
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
  for (const phase of new Set(list.tasks.map((task) => task.phase))) {
    sortedSeqs(list, phase).forEach((seq, index) => {
      if (seq !== index + 1) renumbering.set(`${phase}.${seq}`, `${phase}.${index + 1}`);
    });
  }
  return renumbering;
}

const sequencesIn = (numbers: Iterable<string>, phase: number): readonly number[] =>
  [...numbers].filter((number) => phaseOf(number) === phase).map((number) => partsOf(number).seq);

const sortedSeqs = ({ tasks }: TaskList, phase: number): readonly number[] =>
  tasks
    .filter((task) => task.phase === phase)
    .map(({ seq }) => seq)
    .toSorted((a, b) => a - b);
