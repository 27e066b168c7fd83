import { statuses } from "../read-status.ts";
import type { Status, Task, TaskList } from "../task-list.ts";
import { isReady } from "../task-queries.ts";
import type { Edit } from "./revise.ts";

/** The status for the header that follows from the statuses of the tasks. */
export function headerStatusOf(list: TaskList): Status {
  const { tasks } = list;
  const some = (status: Status): boolean => tasks.some((task) => task.status.value === status);
  if (tasks.length > 0 && tasks.every((task) => task.status.value === "Complete")) return "Complete";
  if (some("In Progress")) return "In Progress";
  if (some("Blocked") && !tasks.some((task) => isReady(list, task))) return "Blocked";
  return tasks.some(isBegun) ? "In Progress" : "Not Started";
}

/** Whether work on the task has begun: for a blocked task, whether it has an owner or a ticked item. */
export function isBegun({ status, owner, verification }: Task): boolean {
  if (status.value === "Blocked") return owner !== null || verification.some(({ checked }) => checked);
  return status.value !== "Not Started";
}

/** The status that the header's line states; null if that is not one of the four statuses. */
export function statedHeaderStatus(list: TaskList): Status | null {
  // Ignores emoji and case. With any further word, the line is the author's own note.
  const words = (list.status?.value.text ?? "")
    .replace(/[^\p{L}\s]/gu, "")
    .trim()
    .toLowerCase();
  return statuses.find((status) => status.toLowerCase() === words) ?? null;
}

/** Updates the header's Status line, if it exists and states one of the four statuses. */
export const followHeaderStatus: Edit = (list) => {
  const stated = statedHeaderStatus(list);
  const actual = headerStatusOf(list);
  if (!list.status || stated === null || stated === actual) return [];
  const { start, end } = list.status.value;
  return [{ offset: start, length: end - start, text: actual }];
};
