import type { TaskList, VerificationItem } from "../task-list.ts";
import { emptyLabelLine, indentUnder, partFromBelow, replaceValue } from "./label-line.ts";
import type { Edit, TextEdit } from "./revise.ts";
import { getTask } from "./revise.ts";

/** Ticks the verification items at the positions (the first is 0); one that has no box gets one. */
export const tickItems =
  (number: string, positions: readonly number[]): Edit =>
  (list) =>
    itemsAt(list, number, positions).flatMap((item) => (item.checked ? [] : tick(list, item)));

/** Unticks the verification items at the positions (the first is 0). */
export const untickItems =
  (number: string, positions: readonly number[]): Edit =>
  (list) =>
    itemsAt(list, number, positions).flatMap(({ box, checked }) =>
      box && checked ? [{ offset: box.start, length: box.end - box.start, text: "[ ]" }] : [],
    );

function itemsAt(list: TaskList, number: string, positions: readonly number[]): readonly VerificationItem[] {
  const wanted = new Set(positions);
  return getTask(list, number).verification.filter((_, position) => wanted.has(position));
}

function tick(list: TaskList, item: VerificationItem): readonly TextEdit[] {
  const { box, textSpan } = item;
  if (box) return [{ offset: box.start, length: box.end - box.start, text: "[x]" }];
  if (item.code && item.field) return [replaceValue(list, item.field, "[x]")];
  return item.inline ? moveUnderLabel(list, item) : [{ offset: textSpan.start, length: 0, text: "[x] " }];
}

/** `**Verification**: text` becomes the label, and `- [x] text` under it. */
function moveUnderLabel(list: TaskList, { field, textSpan }: VerificationItem): readonly TextEdit[] {
  if (!field) return [];
  const { source, lineEnding: eol } = list;
  const { offset, length, text } = emptyLabelLine(list, field);
  const end = Math.max(offset + length, textSpan.end);
  const item = `${eol}${indentUnder(field)}- [x] ${source.slice(textSpan.start, textSpan.end)}`;
  return [{ offset, length: end - offset, text: text + item }, ...partFromBelow(list, field, end)];
}
