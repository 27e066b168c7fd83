import { getTask } from "./get-task.ts";
import type { Edit } from "./revise.ts";
import { isFollowedByTask, taskBefore } from "./task-gap.ts";

/** Takes a task's section out, with the one gap to a neighbour that would otherwise be left over. */
export const removeTaskText =
  (number: string): Edit =>
  (list) => {
    const task = getTask(list, number);
    const { start } = task.heading;
    if (isFollowedByTask(list, task)) return [{ offset: start, length: task.sectionEnd - start, text: "" }];
    const before = taskBefore(list, task)?.span.end ?? list.source.slice(0, start).trimEnd().length;
    return [{ offset: before, length: task.span.end - before, text: "" }];
  };
