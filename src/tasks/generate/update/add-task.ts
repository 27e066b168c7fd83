import { assignNumber } from "../../document/edit/assign-numbers.ts";
import { followPhaseRanges } from "../../document/edit/follow-phase-ranges.ts";
import { insertDraft } from "../../document/edit/insert-draft.ts";
import { factsOfDraft } from "../../document/edit/task-facts.ts";
import type { Place } from "../../document/edit/task-text.ts";
import type { TaskDraft } from "../../document/task-draft.ts";
import type { TaskList } from "../../document/task-list.ts";
import { phaseOf } from "../../document/task-number.ts";
import type { Plan } from "../../editing/edit-list.ts";
import { orderWith, workablePhases } from "../../options/new-task-place.ts";
import { normalized } from "./words.ts";

/** The phase that a new task goes to the end of: one of the list, or a new one behind all others. */
export interface Destination {
  readonly phase: number;
  /** Of a phase that is yet to be opened. */
  readonly title?: string;
}

/** Plans a new task at the end of a phase. Dependencies that come later in the list are left out. */
export function planNewTask(
  list: TaskList,
  draft: TaskDraft,
  { phase, title }: Destination,
): { readonly plan: Plan; readonly number: string } {
  const place: Place = { kind: "last", phase };
  const { number } = assignNumber(list, place);
  const order = orderWith(list, place, number);
  const isBefore = (name: string): boolean =>
    order.includes(name) && order.indexOf(name) < order.indexOf(number);
  const final = { ...draft, dependencies: [...new Set(draft.dependencies)].filter(isBefore) };
  return {
    number,
    plan: {
      edits: [insertDraft(list, number, final, place, title), followPhaseRanges([phaseOf(number)])],
      intent: { added: factsOfDraft(number, final) },
    },
  };
}

/** The phase with a title, whatever its case and marks; undefined where there is none. */
export const phaseTitled = (list: TaskList, title: string): number | undefined =>
  workablePhases(list).find((phase) => normalized(phase.title) === normalized(title))?.number;

/** A phase that is yet to be opened behind all others. */
export const newPhase = ({ phases }: TaskList, title: string): Destination => ({
  phase: Math.max(0, ...phases.map(({ number }) => number)) + 1,
  title,
});
