import type { Edit } from "../../document/edit/revise.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { pickTask } from "../../workflow/pick-task.ts";
import type { EditedList, EditOptions } from "./edit-list.ts";
import { editList } from "./edit-list.ts";

/** What happens to one task: the edits, and the facts that they give it. */
export interface TaskChange {
  readonly edits: readonly Edit[];
  readonly facts: Partial<TaskFacts>;
}

export interface EditedTask extends EditedList {
  /** The task as it was. */
  readonly from: Task;
  /** The task as it is now. */
  readonly task: Task;
}

/**
 * Edits one task of the list and nothing else (but for the header's status, which follows).
 * @throws Refusal where there is no such task, the change refuses, or the file cannot be written.
 */
export async function editTask(
  options: EditOptions,
  command: string,
  argument: string,
  change: (list: TaskList, task: Task) => TaskChange,
): Promise<EditedTask> {
  const edited = await editList(options, command, (list) => {
    const task = pickTask(list, argument);
    const { edits, facts } = change(list, task);
    return { edits, intent: { changed: new Map([[task.number, facts]]) } };
  });
  return { ...edited, from: pickTask(edited.before, argument), task: pickTask(edited.after, argument) };
}
