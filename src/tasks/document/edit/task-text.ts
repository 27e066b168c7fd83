import type { TaskDraft } from "../render-list.ts";
import { renderCompactTask, renderTask } from "../render-list.ts";
import { lineAt } from "../source-lines.ts";
import type { Task, TaskList } from "../task-list.ts";
import { phaseOf } from "../task-number.ts";
import type { Edit, TextEdit } from "./revise.ts";
import { getTask, insertAt, replaceSpan } from "./revise.ts";

/** Where a task goes: next to another task, or at the end of a phase. With `title`, the phase is new. */
export type Place =
  | { readonly kind: "before" | "after"; readonly number: string }
  | { readonly kind: "last"; readonly phase: number; readonly title?: string | undefined };

/** Inserts a task's text, separated from its neighbours like the list's other tasks. */
function insertTaskText(list: TaskList, text: string, place: Place): TextEdit {
  if (place.kind === "last") return appendToPhase(list, text, place.phase);
  const neighbour = getTask(list, place.number);
  const gap = gapBetweenTasks(list, neighbour.phase);
  return place.kind === "before"
    ? insertAt(neighbour.heading.start, text + gap)
    : insertAt(neighbour.span.end, gap + text);
}

/** Adds a new phase after the last one with a smaller number, or before all phases if there is none. */
function insertPhaseText(list: TaskList, text: string, phase: number): TextEdit {
  const separator = ["", "", "---", "", ""].join(list.lineEnding);
  const headings = list.phases.flatMap(({ number, heading }) => (heading ? [{ number, heading }] : []));
  const before = headings.findLast(({ number }) => number < phase)?.heading;
  const [first] = headings;
  if (!before && first) return insertAt(first.heading.span.start, text + separator);
  return insertAt(before?.contentEnd ?? endOfTasks(list), separator + text);
}

/** Tasks of the phase that are under another phase's heading don't count, unless the phase itself has no heading. */
function appendToPhase(list: TaskList, text: string, phase: number) {
  const heading = list.phases.find(({ number }) => number === phase)?.heading;
  const last = list.tasks.findLast(
    (task) => phase === (heading ? list.phases[task.phaseIndex ?? -1]?.number : task.phase),
  );
  if (last) return insertAt(last.span.end, gapBetweenTasks(list, phase) + text);
  if (!heading) throw new Error(`no Phase ${phase} in the list`);
  return insertAt(heading.contentEnd, list.lineEnding.repeat(2) + text);
}

/** The end of the last task, or of the text above `## Changes`. A `---` there stays below the new phase. */
function endOfTasks({ tasks, changes, source }: TaskList): number {
  const above = source.slice(0, changes?.heading.start).trimEnd();
  return tasks.at(-1)?.span.end ?? above.replace(/[\r\n]-{3,}$/, "").trimEnd().length;
}

/** Removes the sections of tasks, and one of the two gaps around each run of them. */
export const removeTaskTexts =
  (numbers: ReadonlySet<string>): Edit =>
  (list) => {
    const neighbours = neighboursIn(list);
    const followers = new Map(neighbours.map(({ before, after }) => [before, after]));
    const leaders = new Map(neighbours.map(({ before, after }) => [after, before]));
    const isLeaving = (task: Task | undefined): boolean => task !== undefined && numbers.has(task.number);
    const ofRuns = list.tasks.filter((task) => isLeaving(task) && !isLeaving(leaders.get(task)));
    return ofRuns.map((first) => {
      let last = first;
      for (let next = followers.get(last); next && isLeaving(next); next = followers.get(last)) last = next;
      const { start } = first.heading;
      const after = followers.get(last)?.heading.start;
      if (after !== undefined) return replaceSpan({ start, end: after }, "");
      const text = list.source.slice(0, start).trimEnd();
      const before = leaders.get(first)?.span.end ?? lineAt(list.source, text.length).end;
      return replaceSpan({ start: before, end: last.span.end }, "");
    });
  };

/** The separator between two tasks of this list: the author's, or else a blank line. */
function gapBetweenTasks(list: TaskList, phase: number): string {
  const neighbours = neighboursIn(list);
  const { gap } = neighbours.find(({ before }) => before.phase === phase) ?? neighbours[0] ?? { gap: "" };
  return gap || list.lineEnding.repeat(2);
}

/** Each two tasks of one phase that only a gap separates. */
const neighboursIn = ({ tasks, source }: TaskList) =>
  tasks.flatMap((before, index) => {
    const after = tasks[index + 1];
    if (!after || after.phaseIndex !== before.phaseIndex) return [];
    const gap = source.slice(before.span.end, after.heading.start);
    return /^[\s-]*$/.test(gap) ? [{ before, after, gap }] : [];
  });

/** A new task, with its number and place. */
export interface Addition {
  readonly number: string;
  readonly draft: TaskDraft;
  readonly place: Place;
}

/** Inserts new tasks in the form of the tasks around them. Those at one place keep their order. */
export const insertDrafts =
  (additions: readonly Addition[]): Edit =>
  (list) => {
    const inOrder = additions.toSorted((a, b) => phaseOf(a.number) - phaseOf(b.number));
    const placeOf = ({ place }: Addition) => (place.kind === "last" ? place.phase : place.number);
    return [...Map.groupBy(inOrder, placeOf).values()].flatMap((group) => insertGroup(list, group));
  };

/** Inserts tasks at the place of the first. */
function insertGroup(list: TaskList, group: readonly Addition[]): readonly TextEdit[] {
  const [first] = group;
  if (!first) return [];
  const { number, place } = first;
  const phase = phaseOf(number);
  const text = group
    .map((one) => renderLike(list, one.number, one.draft).join(list.lineEnding))
    .join(gapBetweenTasks(list, phase));
  if (place.kind !== "last" || place.title === undefined) return [insertTaskText(list, text, place)];
  const heading = phaseHeading(list, phase, place.title, number);
  return [insertPhaseText(list, [heading, "", text].join(list.lineEnding), phase)];
}

/** Moves a task to another place. Both edits use one reading, because without the task its phase may be empty. */
export const moveTaskText =
  (number: string, place: Place): Edit =>
  (list) => {
    const { heading, span } = getTask(list, number);
    const text = list.source.slice(heading.start, span.end);
    return [...removeTaskTexts(new Set([number]))(list), insertTaskText(list, text, place)];
  };

/**
 * Renders the task like its neighbour and at the same heading depth: in a list whose phases are `###`, tasks are
 * `####`.
 */
function renderLike(list: TaskList, number: string, draft: TaskDraft): readonly string[] {
  const { tasks, source } = list;
  const neighbour = tasks.findLast(({ phase }) => phase === phaseOf(number)) ?? tasks.at(-1);
  const field = neighbour?.fields.find(({ form }) => form === "compact");
  if (!neighbour || !field) return renderTask(number, draft, neighbour?.depth);
  return renderCompactTask(number, draft, neighbour.depth, {
    bullet: field.prefix,
    boldLabels: /^\s*(?:\*\*|__)/.test(source.slice(field.line.start + field.prefix.length)),
    blankAfterHeading: /^(?:\r\n|\r(?!\n)|\n)[ \t]*[\r\n]/.test(source.slice(neighbour.heading.end)),
  });
}

function phaseHeading({ phases }: TaskList, phase: number, title: string, number: string): string {
  const headings = phases.flatMap(({ heading }) => heading ?? []);
  const range = headings.some((heading) => heading.range) ? ` (Tasks ${number}-${number})` : "";
  return `${"#".repeat(headings.at(-1)?.depth ?? 2)} Phase ${phase}: ${title}${range}`;
}
