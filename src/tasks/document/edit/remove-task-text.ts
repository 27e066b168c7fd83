import { getTask } from "./get-task.ts";
import type { Edit } from "./revise.ts";
import { taskAfter, taskBefore } from "./task-gap.ts";

/** Takes a task's section out, with the one gap to a neighbour that would otherwise be left over. */
export const removeTaskText =
  (number: string): Edit =>
  (list) => {
    const task = getTask(list, number);
    const { start } = task.heading;
    const after = taskAfter(list, task)?.heading.start;
    if (after !== undefined) return [{ offset: start, length: after - start, text: "" }];
    const before = taskBefore(list, task)?.span.end ?? list.source.slice(0, start).trimEnd().length;
    return [{ offset: before, length: task.span.end - before, text: "" }];
  };
