import { headerStatusOf } from "../../document/edit/follow-header-status.ts";
import { prdPath } from "../../document/read-header.ts";
import type { Status, TaskList } from "../../document/task-list.ts";
import { effortMinutes } from "../../document/task-queries.ts";

/** How far a list is, as `--json` prints it for one list and for each of several. */
export function listProgress(list: TaskList) {
  const count = (status: Status): number => list.tasks.filter((task) => task.status.value === status).length;
  const unfinished = list.tasks.filter(({ status }) => status.value !== "Complete");
  return {
    title: list.title?.text ?? null,
    prd: list.prd && prdPath(list.prd.value.text),
    status: headerStatusOf(list),
    total: list.tasks.length,
    complete: count("Complete"),
    inProgress: count("In Progress"),
    blocked: count("Blocked"),
    pending: count("Not Started"),
    minutesLeft: unfinished.reduce((sum, task) => sum + (effortMinutes(task) ?? 0), 0),
  };
}
