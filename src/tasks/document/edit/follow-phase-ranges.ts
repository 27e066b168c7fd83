import type { Phase, TaskList } from "../task-list.ts";
import { byNumber } from "../task-number.ts";
import type { TextEdit } from "../text-edit.ts";
import type { Edit } from "./revise.ts";

/** Makes the ranges in the headings of these phases read first-last of the numbers there are. */
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
