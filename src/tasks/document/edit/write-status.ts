import type { Status } from "../task-list.ts";
import type { TextEdit } from "../text-edit.ts";
import { findField } from "./find-field.ts";
import { getTask } from "./get-task.ts";
import { firstLabelLine, replaceValue } from "./label-line.ts";
import type { Edit } from "./revise.ts";

/** Writes the task's Status line, as it is to be read: `In Progress`, `Blocked - waiting for a key`. */
export function writeStatus(number: string, status: Status, reason?: string): Edit {
  const text = reason === undefined ? status : `${status} - ${reason}`;
  return (list) => {
    const task = getTask(list, number);
    const field = findField(task, "status");
    const line = field ? replaceValue(list, field, text) : firstLabelLine(list, task, "Status", text);
    const unmarked = status === "Complete" || !task.headingMark ? [] : [withoutMark(task.headingMark)];
    return [line, ...unmarked];
  };
}

/** Writes a Status line only where the task would not be read as having that status anyway. */
export const ensureStatus =
  (number: string, status: Status): Edit =>
  (list) => {
    const { value, understood } = getTask(list, number).status;
    return value === status && understood ? [] : writeStatus(number, status)(list);
  };

const withoutMark = ({ start, end }: { start: number; end: number }): TextEdit => ({
  offset: start,
  length: end - start,
  text: "",
});
