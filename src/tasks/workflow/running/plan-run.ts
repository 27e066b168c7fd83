import type { Task, TaskList } from "../../document/task-list.ts";
import { completeNumbers } from "../../document/task-queries.ts";
import { belongsToAnother } from "../starting/plan-start.ts";

/** The tasks that a run would take, in order, if each that it takes is completed. */
export function planRun(list: TaskList, owner: string, most: number): readonly Task[] {
  const complete = new Set(completeNumbers(list));
  const order: Task[] = [];
  const isFree = (task: Task): boolean =>
    task.status.value === "Not Started" &&
    task.status.understood &&
    !order.includes(task) &&
    !belongsToAnother(task, owner) &&
    task.dependencies.unknown.length === 0 &&
    task.dependencies.resolved.every((number) => complete.has(number));
  while (order.length < most) {
    const next = list.tasks.find(isFree);
    if (!next) break;
    order.push(next);
    complete.add(next.number);
  }
  return order;
}
