import { requireLine } from "../cli/options/option-values.ts";
import { reportEditedTask, statusLine } from "../cli/reporting/report.ts";
import { editTask } from "../list-file/editing/edit-list.ts";
import { ruleRefusal } from "../refusal.ts";
import type { Declaration } from "./operation.ts";
import { dryRun, operation, taskNumber } from "./operation.ts";

const declaration = {
  name: "block",
  summary: "set a task Blocked, with the reason",
  arguments: taskNumber,
  options: {
    reason: { value: "text", summary: "what it waits for", isRequired: true, tool: true },
    ...dryRun,
  },
  examples: ['tasks block 2.1 --reason "waiting for the API key"'],
  tool: { summary: "Set a task Blocked.", does: "settles" },
} as const satisfies Declaration;

/** Sets a task Blocked, with the reason. */
export const block = operation(declaration, async ({ number, ...options }) => {
  const reason = requireLine("--reason", options.reason);
  const edited = await editTask(options, "block", number, (_, task) => {
    if (task.status.value === "Complete") {
      throw ruleRefusal(
        "already-complete",
        `Task ${task.number} is Complete: there is nothing left to block.`,
      );
    }
    return { status: "Blocked", blockedReason: reason };
  });
  return reportEditedTask(options, edited, statusLine(edited));
});
