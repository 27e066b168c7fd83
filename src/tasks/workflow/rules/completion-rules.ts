import type { TaskFacts } from "../../document/edit/task-facts.ts";
import type { Task, TaskList, VerificationItem } from "../../document/task-list.ts";
import { impliedStatus } from "../../document/task-queries.ts";
import { ruleRefusal } from "../../refusal.ts";
import type { DependencyRuleOptions } from "./workflow-rules.ts";
import { requireDependencies } from "./workflow-rules.ts";

/** The facts of a completed task: Complete, with every box ticked. */
export const planCompletion = ({ verification }: Task): Partial<TaskFacts> => ({
  status: "Complete",
  verification: verification.map(({ text }) => ({ text, checked: true })),
});

/** @throws Refusal if the task has no criterion, so that nothing could have been checked. */
export function refuseWithoutVerification({ number, verification }: Task): void {
  if (verification.length > 0) return;
  throw ruleRefusal(
    "no-verification",
    `Task ${number} has no verification: if it was checked otherwise, tasks complete ${number} --verified says so.`,
  );
}

/** `1 "Tests pass", 3 "The page loads"` */
export const openItemsInWords = (open: readonly (readonly [number, VerificationItem])[]): string =>
  open.map(([index, { text }]) => `${index + 1} "${text}"`).join(", ");

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
