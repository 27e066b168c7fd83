import { tickItems } from "../../document/edit/check-items.ts";
import { writeStatus } from "../../document/edit/write-field.ts";
import type { Task, VerificationItem } from "../../document/task-list.ts";
import type { TaskChange } from "../../list-file/editing/edit-list.ts";
import { ruleRefusal } from "../../refusal.ts";

/** The edit that makes a task Complete, with every box ticked. */
export function planCompletion({ number, status, verification }: Task): TaskChange {
  const written = status.from === "field" && status.value === "Complete";
  return {
    edits: [
      tickItems(number, [...verification.keys()]),
      ...(written ? [] : [writeStatus(number, "Complete")]),
    ],
    facts: {
      status: "Complete",
      blockedReason: null,
      verification: verification.map(({ text }) => ({ text, checked: true })),
    },
  };
}

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
