import assert from "node:assert";
import type { Field, FieldName, Task, TaskList } from "../task-list.ts";

/** The task of that number, which the caller knows to be there. */
export function getTask(list: TaskList, number: string): Task {
  const task = list.tasks.find((candidate) => candidate.number === number);
  assert(task, `no Task ${number} in the list`);
  return task;
}

/** The task's field of that name; the first where there are two. */
export const findField = (task: Task, name: FieldName): Field | undefined =>
  task.fields.find((field) => field.name === name);
