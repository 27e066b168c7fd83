import { readTaskList } from "../read-task-list.ts";
import type { TaskList } from "../task-list.ts";
import type { TextEdit } from "../text-edit.ts";
import { applyTextEdits } from "../text-edit.ts";

/** One intent, as the splices that carry it out on the current list. */
export type Edit = (list: TaskList) => readonly TextEdit[];

/** Carries out the edits one after the other, each on what the ones before it left. */
export const revise = (list: TaskList, edits: readonly Edit[]): TaskList => edits.reduce(applyEdit, list);

function applyEdit(list: TaskList, edit: Edit): TaskList {
  const textEdits = edit(list);
  return textEdits.length === 0 ? list : readTaskList(applyTextEdits(list.source, textEdits));
}
