import assert from "node:assert";
import type { TaskList } from "../task-list.ts";
import { getTask } from "./get-task.ts";
import type { Edit } from "./revise.ts";
import { gapBetweenTasks } from "./task-gap.ts";

/** Where a task goes: next to another one, or to the end of a phase that has a heading or tasks. */
export type Place =
  | { readonly kind: "before" | "after"; readonly number: string }
  | { readonly kind: "last"; readonly phase: number };

/** Puts a task's text in its place, parted from its neighbours as the list's other tasks are. */
export const insertTaskText =
  (text: string, place: Place): Edit =>
  (list) => {
    if (place.kind === "last") return [appendToPhase(list, text, place.phase)];
    const neighbour = getTask(list, place.number);
    const gap = gapBetweenTasks(list, neighbour.phase);
    return place.kind === "before"
      ? [{ offset: neighbour.heading.start, length: 0, text: text + gap }]
      : [{ offset: neighbour.span.end, length: 0, text: gap + text }];
  };

/** Opens a new phase behind the last one of a smaller number, or before all where there is none. */
export const insertPhaseText =
  (text: string, phase: number): Edit =>
  (list) => {
    const separator = ["", "", "---", "", ""].join(list.lineEnding);
    const headings = list.phases.flatMap(({ number, heading }) => (heading ? [{ number, heading }] : []));
    const before = headings.filter(({ number }) => number < phase).at(-1)?.heading;
    const [first] = headings;
    if (!before && first) return [{ offset: first.heading.span.start, length: 0, text: text + separator }];
    return [{ offset: before?.contentEnd ?? endOfTasks(list), length: 0, text: separator + text }];
  };

function appendToPhase(list: TaskList, text: string, phase: number) {
  const last = list.tasks.filter((task) => task.phase === phase).at(-1);
  if (last) return { offset: last.span.end, length: 0, text: gapBetweenTasks(list, phase) + text };
  const heading = list.phases.find(({ number }) => number === phase)?.heading;
  assert(heading, `no Phase ${phase} in the list`);
  return { offset: heading.contentEnd, length: 0, text: list.lineEnding.repeat(2) + text };
}

const endOfTasks = ({ tasks, changes, source }: TaskList): number =>
  tasks.at(-1)?.span.end ?? source.slice(0, changes?.heading.start).trimEnd().length;
