import type { TaskFacts } from "../../document/edit/task-facts.ts";
import type { Task, VerificationItem } from "../../document/task-list.ts";
import { ruleRefusal } from "../../refusal.ts";

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
