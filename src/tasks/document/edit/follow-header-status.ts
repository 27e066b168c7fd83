import { statuses } from "../read-status.ts";
import type { Status, Task, TaskList } from "../task-list.ts";
import { isReady } from "../task-queries.ts";
import type { Edit } from "./revise.ts";

/** What the header's Status line has to say of the tasks as they are. */
export function headerStatusOf(list: TaskList): Status {
  const { tasks } = list;
  const some = (status: Status): boolean => tasks.some((task) => task.status.value === status);
  if (tasks.length > 0 && tasks.every((task) => task.status.value === "Complete")) return "Complete";
  if (some("In Progress")) return "In Progress";
  if (some("Blocked") && !tasks.some((task) => isReady(list, task))) return "Blocked";
  return tasks.some(isBegun) ? "In Progress" : "Not Started";
}

/** Whether work on the task has been done: a blocked one tells it by a ticked item or an owner. */
export function isBegun({ status, owner, verification }: Task): boolean {
  if (status.value === "Blocked") return owner !== null || verification.some(({ checked }) => checked);
  return status.value !== "Not Started";
}

/** The status that the header's line states; null where it says something that is none of the four. */
export function statedHeaderStatus(list: TaskList): Status | null {
  // Emoji and case are decoration; any further word makes it a note of the author's own.
  const words = (list.status?.value.text ?? "")
    .replace(/[^\p{L}\s]/gu, "")
    .trim()
    .toLowerCase();
  return statuses.find((status) => status.toLowerCase() === words) ?? null;
}

/** Brings the header's Status line up to date, where there is one and it is one of the four. */
export const followHeaderStatus: Edit = (list) => {
  const stated = statedHeaderStatus(list);
  const actual = headerStatusOf(list);
  if (!list.status || stated === null || stated === actual) return [];
  const { start, end } = list.status.value;
  return [{ offset: start, length: end - start, text: actual }];
};
