import type { Place } from "../document/edit/task-text.ts";
import type { Phase, TaskList } from "../document/task-list.ts";
import { pickTask } from "../list-file/open-list.ts";
import { inputRefusal } from "../refusal.ts";
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
  const { phase: words, phaseTitle } = options;
  const named = words === undefined ? undefined : parsePhase(words);
  const neighbour = neighbourOf(options);
  if (!neighbour) return { kind: "last", ...phaseFor(list, named, phaseTitle) };
  const { number, phase } = pickTask(list, neighbour.number);
  if (phaseTitle === undefined && (named ?? phase) === phase) return { kind: neighbour.kind, number };
  throw inputRefusal(
    "contradiction",
    `--${neighbour.kind} ${number} is in Phase ${phase}: leave the phase out.`,
  );
}

/** @throws Refusal if both `--before` and `--after` are given. */
export function neighbourOf({
  before,
  after,
}: PlaceOptions): { readonly kind: "before" | "after"; readonly number: string } | undefined {
  if (before !== undefined && after !== undefined)
    throw inputRefusal("contradiction", "Use --before or --after, not both.");
  if (before !== undefined) return { kind: "before", number: before };
  return after === undefined ? undefined : { kind: "after", number: after };
}

function phaseFor(list: TaskList, named: number | undefined, phaseTitle: string | undefined) {
  const known = workablePhases(list);
  const names =
    known.map(({ number, title }) => (title ? `${number} ${title}` : `${number}`)).join(", ") || "none";
  if (phaseTitle !== undefined) {
    const title = requireLine("--phase-title", phaseTitle);
    const numbers = list.phases.map(({ number }) => number);
    const phase = named ?? Math.max(0, ...numbers) + 1;
    if (!numbers.includes(phase)) return { phase, title };
    throw inputRefusal("phase-exists", `Phase ${phase} is there already: leave --phase-title out.`);
  }
  const phase = named ?? (known.length === 1 ? known[0]?.number : undefined);
  if (phase === undefined) {
    throw inputRefusal(
      "missing-phase",
      `Name the phase with --phase (existing: ${names}), or a place with --after.`,
    );
  }
  if (known.some(({ number }) => number === phase)) return { phase };
  throw inputRefusal(
    "unknown-phase",
    `Phase ${phase} does not exist (existing: ${names}). Create it with --phase ${phase} --phase-title TITLE.`,
  );
}

/** The phases with a heading or tasks, at whose end a task can be added. */
export const workablePhases = ({ phases }: TaskList): readonly Phase[] =>
  phases.filter(({ heading, tasks }) => heading !== null || tasks.length > 0);

function parsePhase(words: string): number {
  // A longer number would lose precision.
  const digits = /^\s*(?:phase\s*)?(\d{1,9})\s*$/i.exec(words)?.[1];
  if (digits !== undefined) return Number(digits);
  throw inputRefusal("not-a-phase", `"${words}" is not a phase number: write it like 2.`);
}

/** The order of the numbers with `name` inserted at a place. */
export function orderWith({ tasks }: Pick<TaskList, "tasks">, place: Place, name: string): readonly string[] {
  const order = tasks.map(({ number }) => number);
  if (place.kind !== "last") {
    const index = order.indexOf(place.number) + (place.kind === "after" ? 1 : 0);
    return order.toSpliced(index, 0, name);
  }
  const last = tasks.findLastIndex((task) => task.phase === place.phase);
  const later = tasks.findIndex((task) => task.phase > place.phase);
  const end = later < 0 ? tasks.length : later;
  return order.toSpliced(last < 0 ? end : last + 1, 0, name);
}
