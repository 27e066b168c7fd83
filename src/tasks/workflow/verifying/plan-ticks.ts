import type { TaskFacts } from "../../document/edit/task-facts.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { impliedStatus } from "../../document/task-queries.ts";
import type { DependencyRuleOptions } from "../rules/workflow-rules.ts";
import { requireDependencies } from "../rules/workflow-rules.ts";

/**
 * Ticks the items at the positions (the first is 0).
 * @throws Refusal if that would complete the task before its dependencies.
 */
export function planTicks(
  list: TaskList,
  task: Task,
  positions: readonly number[],
  options: DependencyRuleOptions,
): Partial<TaskFacts> {
  // Without a Status line, ticking the last item completes the task, so the same rule applies.
  if (completesBy(task, positions))
    requireDependencies(list, task, "be completed by its last open item", options);
  return { verification: tickedAt(task, positions) };
}

/** Whether ticking these positions changes the task's status to Complete. */
export const completesBy = (task: Task, positions: readonly number[]): boolean =>
  task.status.value !== "Complete" && impliedStatus(task, tickedAt(task, positions)) === "Complete";

const tickedAt = ({ verification }: Task, positions: readonly number[]) =>
  verification.map(({ text, checked }, index) => ({ text, checked: checked || positions.includes(index) }));
