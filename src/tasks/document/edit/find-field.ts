import type { Field, FieldName, Task } from "../task-list.ts";

/** The task's field of that name; the first where there are two. */
export const findField = (task: Task, name: FieldName): Field | undefined =>
  task.fields.find((field) => field.name === name);
