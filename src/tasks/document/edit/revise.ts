import { inputRefusal } from "../../refusal.ts";
import { readTaskList } from "../read-task-list.ts";
import type { Span, Task, TaskList } from "../task-list.ts";
import { findTask } from "../task-queries.ts";

/** Returns the text edits that make one change to the current list. */
export type Edit = (list: TaskList) => readonly TextEdit[];

/** Applies the edits in order, each to the result of the previous one. */
export const revise = (list: TaskList, edits: readonly Edit[]): TaskList => edits.reduce(applyEdit, list);

function applyEdit(list: TaskList, edit: Edit): TaskList {
  const source = applyTextEdits(list.source, edit(list));
  return source === list.source ? list : readTaskList(source);
}

/**
 * The task with that number.
 * @throws Refusal if it is missing: an earlier edit of the same change made it unreadable.
 */
export function getTask(list: TaskList, number: string): Task {
  const task = findTask(list, number);
  if (!task) throw lostTask(number);
  return task;
}

export const lostTask = (number: string) => unsafeEdit(`Task ${number} would be lost`);

export const unsafeEdit = (what: string, remedy = "Edit the file by hand, or run: tasks lint") =>
  inputRefusal("unsafe-edit", `Nothing was written, because ${what}. ${remedy}`);

/** Replaces `length` characters of a source, from `offset` on, by `text`. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

export const insertAt = (offset: number, text: string): TextEdit => ({ offset, length: 0, text });

export const replaceSpan = ({ start, end }: Span, text: string): TextEdit => ({
  offset: start,
  length: end - start,
  text,
});

/**
 * Applies the edits to the source. Insertions at the same offset keep their order.
 * @throws if two edits overlap or one is outside the source: that is a bug, not bad input.
 */
export function applyTextEdits(source: string, edits: readonly TextEdit[]): string {
  const sorted = edits.toSorted((a, b) => a.offset - b.offset || a.length - b.length);
  const parts: string[] = [];
  let end = 0;
  for (const edit of sorted) {
    if (edit.length < 0 || edit.offset < end) throw new Error(`text edits overlap at offset ${edit.offset}`);
    if (edit.offset + edit.length > source.length) throw new Error("text edit ends beyond the source");
    parts.push(source.slice(end, edit.offset), edit.text);
    end = edit.offset + edit.length;
  }
  return parts.join("") + source.slice(end);
}
