import assert from "node:assert";
import { readTaskList } from "../read-task-list.ts";
import type { Field, FieldName, Task, TaskList } from "../task-list.ts";

/** One intent, as the splices that carry it out on the current list. */
export type Edit = (list: TaskList) => readonly TextEdit[];

/** Carries out the edits one after the other, each on what the ones before it left. */
export const revise = (list: TaskList, edits: readonly Edit[]): TaskList => edits.reduce(applyEdit, list);

function applyEdit(list: TaskList, edit: Edit): TaskList {
  const textEdits = edit(list);
  return textEdits.length === 0 ? list : readTaskList(applyTextEdits(list.source, textEdits));
}

/** The task of that number, which the caller knows to be there. */
export function getTask(list: TaskList, number: string): Task {
  const task = list.tasks.find((candidate) => candidate.number === number);
  assert(task, `no Task ${number} in the list`);
  return task;
}

/** The task's field of that name; the first where there are two. */
export const findField = (task: Task, name: FieldName): Field | undefined =>
  task.fields.find((field) => field.name === name);

/** Replaces `length` characters of a source, from `offset` on, by `text`. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/**
 * Splices the edits into the source. Insertions at one place keep the order they are given in.
 * @throws AssertionError where two edits overlap or one lies outside the source: that is a bug, not bad input.
 */
export function applyTextEdits(source: string, edits: readonly TextEdit[]): string {
  const sorted = edits.toSorted((a, b) => a.offset - b.offset || a.length - b.length);
  const parts: string[] = [];
  let end = 0;
  for (const edit of sorted) {
    assert(edit.length >= 0 && edit.offset >= end, `text edits overlap at offset ${edit.offset}`);
    assert(edit.offset + edit.length <= source.length, `text edit ends beyond the source`);
    parts.push(source.slice(end, edit.offset), edit.text);
    end = edit.offset + edit.length;
  }
  return parts.join("") + source.slice(end);
}
