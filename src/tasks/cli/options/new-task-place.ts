import type { Place } from "../../document/edit/task-text.ts";
import type { Phase, TaskList } from "../../document/task-list.ts";
import { inputRefusal } from "../../refusal.ts";
import { pickTask } from "../../workflow/pick-task.ts";
import { requireLine } from "./option-values.ts";

/** The options for the place of a new task. */
export interface PlaceOptions {
  readonly phase?: string;
  readonly phaseTitle?: string;
  readonly before?: string;
  readonly after?: string;
}

/**
 * The place that the options name: next to a task, or at the end of an existing or a new phase.
 * @throws Refusal if they contradict each other, match nothing, or don't determine the phase.
 */
export function placeFor(list: TaskList, options: PlaceOptions): Place {
  const neighbour = neighbourOf(options);
  if (!neighbour) {
    const { phaseTitle } = options;
    const title = phaseTitle === undefined ? undefined : requireLine("--phase-title", phaseTitle);
    return { kind: "last", phase: phaseFor(list, options), title };
  }
  const { number, phase } = pickTask(list, neighbour.number);
  if (
    options.phaseTitle !== undefined ||
    (options.phase !== undefined && parsePhase(options.phase) !== phase)
  ) {
    throw inputRefusal(
      "contradiction",
      `--${neighbour.kind} ${number} is in Phase ${phase}: leave the phase out.`,
    );
  }
  return { kind: neighbour.kind, number };
}

/** @throws Refusal if both `--before` and `--after` are given. */
export function neighbourOf({
  before,
  after,
}: PlaceOptions): { kind: "before" | "after"; number: string } | undefined {
  if (before !== undefined && after !== undefined) {
    throw inputRefusal("contradiction", "Use --before or --after, not both.");
  }
  if (before !== undefined) return { kind: "before", number: before };
  return after === undefined ? undefined : { kind: "after", number: after };
}

function phaseFor(list: TaskList, { phase, phaseTitle }: PlaceOptions): number {
  if (phaseTitle !== undefined) return newPhase(list, phase);
  const known = workablePhases(list);
  const number = phase === undefined ? onlyPhase(known) : parsePhase(phase);
  if (known.some((candidate) => candidate.number === number)) return number;
  throw inputRefusal(
    "unknown-phase",
    `There is no Phase ${number} (${namesOf(known)}): open it with --phase ${number} --phase-title TITLE.`,
  );
}

function newPhase({ phases }: TaskList, words: string | undefined): number {
  const numbers = phases.map(({ number }) => number);
  const number = words === undefined ? Math.max(0, ...numbers) + 1 : parsePhase(words);
  if (!numbers.includes(number)) return number;
  throw inputRefusal("phase-exists", `Phase ${number} is there already: leave --phase-title out.`);
}

function onlyPhase(known: readonly Phase[]): number {
  const [only, ...others] = known;
  if (only && others.length === 0) return only.number;
  throw inputRefusal(
    "missing-phase",
    `Name the phase with --phase (${namesOf(known)}), or a place with --after.`,
  );
}

/** The phases with a heading or tasks, at whose end a task can be added. */
export const workablePhases = ({ phases }: TaskList): readonly Phase[] =>
  phases.filter(({ heading, tasks }) => heading !== null || tasks.length > 0);

const namesOf = (phases: readonly Phase[]): string =>
  phases.map(({ number, title }) => (title ? `${number} ${title}` : `${number}`)).join(", ") ||
  "there are none";

function parsePhase(words: string): number {
  // A longer number would lose precision.
  const digits = /^\s*(?:phase\s*)?(\d{1,9})\s*$/i.exec(words)?.[1];
  if (digits !== undefined) return Number(digits);
  throw inputRefusal("not-a-phase", `"${words}" is not a phase number: write it like 2.`);
}

/** The order of the numbers with `name` inserted at a place. */
export function orderWith({ tasks }: Pick<TaskList, "tasks">, place: Place, name: string): readonly string[] {
  const order = tasks.map(({ number }) => number);
  const index =
    place.kind === "last"
      ? endOfPhase(tasks, place.phase)
      : order.indexOf(place.number) + (place.kind === "after" ? 1 : 0);
  return order.toSpliced(index, 0, name);
}

function endOfPhase(tasks: TaskList["tasks"], phase: number): number {
  const last = tasks.findLastIndex((task) => task.phase === phase);
  if (last >= 0) return last + 1;
  const later = tasks.findIndex((task) => task.phase > phase);
  return later < 0 ? tasks.length : later;
}
