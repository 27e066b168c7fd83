import type { Status, Task } from "../task-list.ts";
import type { TextEdit } from "../text-edit.ts";
import { findField, getTask } from "./get-task.ts";
import { firstLabelLine, replaceValue } from "./label-line.ts";
import type { Edit } from "./revise.ts";

/** Writes the task's Status line, as it is to be read: `In Progress`, `Blocked - waiting for a key`. */
export function writeStatus(number: string, status: Status, reason?: string): Edit {
  const text = reason === undefined ? status : `${status} - ${reason}`;
  return (list) => {
    const task = getTask(list, number);
    const field = findField(task, "status");
    const line = field ? replaceValue(list, field, text) : firstLabelLine(list, task, "Status", text);
    return status === "Complete" ? [line] : [line, ...withoutMark(task)];
  };
}

/** Writes a Status line only where the task would not be read as having that status anyway. */
export const ensureStatus =
  (number: string, status: Status): Edit =>
  (list) => {
    const { value, understood } = getTask(list, number).status;
    return value === status && understood ? [] : writeStatus(number, status)(list);
  };

/** A mark among the words of the title stays with them: the Status line is read before it. */
function withoutMark({ headingMark: mark, titleSpan: title }: Task): TextEdit[] {
  if (!mark || (title.start <= mark.start && mark.end <= title.end)) return [];
  return [{ offset: mark.start, length: mark.end - mark.start, text: "" }];
}
