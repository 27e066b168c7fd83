import type { Task } from "../task-list.ts";
import { phaseOf } from "../task-number.ts";
import { inheritDependencies } from "./inherit-dependencies.ts";
import { noteChange } from "./note-change.ts";
import type { Edit } from "./revise.ts";
import type { Renumbering } from "./rewrite-numbers.ts";
import { followPhaseRanges, rewriteNumbers } from "./rewrite-numbers.ts";
import type { TaskFacts } from "./task-facts.ts";
import type { Addition, Place } from "./task-text.ts";
import { insertDrafts, moveTaskText, removeTaskText } from "./task-text.ts";
import { writeFacts } from "./write-facts.ts";

/** An intended change of a list. Both the text edits and the check of the result are derived from it. */
export interface Change {
  /** The new facts of tasks, by their numbers before the change. */
  readonly facts?: ReadonlyMap<string, Partial<TaskFacts>>;
  /** Their places use the numbers before the change. */
  readonly added?: readonly Addition[];
  readonly removed?: Task;
  readonly moved?: { readonly number: string; readonly place: Place };
  readonly renumbering?: Renumbering;
  /** The line that `## Changes` gets. */
  readonly note?: string;
  /** Edits that change no fact, or that write one of `facts` in a special way. They are applied first. */
  readonly edits?: readonly Edit[];
}

/** The edits that make a change, in order. */
export function editsOf({ facts, added, removed, moved, renumbering, note, edits }: Change): readonly Edit[] {
  const numbers = [
    ...[...(added ?? []), removed, moved].flatMap((one) => one?.number ?? []),
    ...[...(renumbering ?? [])].flat(),
  ];
  return [
    ...(edits ?? []),
    ...together([...(facts ?? [])].map(([number, one]) => writeFacts(number, one))),
    ...(removed ? [inheritDependencies(removed), removeTaskText(removed.number)] : []),
    ...(moved ? [moveTaskText(moved.number, moved.place)] : []),
    ...(renumbering ? [rewriteNumbers(renumbering)] : []),
    ...(added
      ? [insertDrafts(added.map((one) => ({ ...one, place: renumbered(one.place, renumbering) })))]
      : []),
    followPhaseRanges([...new Set(numbers.map(phaseOf))]),
    ...(note === undefined ? [] : [noteChange(note)]),
  ];
}

const renumbered = (place: Place, renumbering?: Renumbering): Place =>
  place.kind === "last" ? place : { ...place, number: renumbering?.get(place.number) ?? place.number };

/** Makes the first edits of all tasks together, then the second ones: reading the list for each edit would be slow. */
const together = (edits: readonly (readonly Edit[])[]): readonly Edit[] =>
  Array.from(
    { length: Math.max(0, ...edits.map(({ length }) => length)) },
    (_, round) => (list) => edits.flatMap((own) => own[round]?.(list) ?? []),
  );
