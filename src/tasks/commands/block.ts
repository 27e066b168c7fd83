import type { Task, TaskList } from "../document/task-list.ts";
import { unmetDependencies } from "../document/task-queries.ts";
import { claimElsewhere, claimInWords } from "../list-file/claims/claim-elsewhere.ts";
import { requireLine } from "../options/option-values.ts";
import { ruleRefusal } from "../refusal.ts";
import { editTaskAndReport } from "./edit-and-report.ts";
import { dryRun, operation, taskNumber } from "./operation.ts";

export const block = operation(
  {
    name: "block",
    summary: "set a task Blocked, with the reason",
    arguments: taskNumber,
    options: {
      reason: { value: "text", summary: "what it waits for", isRequired: true, tool: true },
      ...dryRun,
    },
    examples: ['tasks block 2.1 --reason "waiting for the API key"'],
    tool: { summary: "Set a task Blocked.", does: "settles" },
  },
  async ({ number, reason, ...options }) => {
    const blockedReason = requireLine("--reason", reason);
    return editTaskAndReport(options, "block", number, (_, task) => {
      if (task.status.value !== "Complete") return { status: "Blocked", blockedReason };
      const message = `Task ${task.number} is Complete: there is nothing left to block.`;
      throw ruleRefusal("already-complete", message);
    });
  },
);

export const unblock = operation(
  {
    name: "unblock",
    summary: "unblock a task: In Progress if it has a tick or an owner, else Not Started",
    arguments: taskNumber,
    options: dryRun,
    examples: ["tasks unblock 2.1"],
    tool: { summary: "Let a Blocked task go on.", does: "edits" },
  },
  ({ number, ...options }) =>
    editTaskAndReport(options, "unblock", number, (list, task) => {
      if (task.status.value !== "Blocked")
        throw ruleRefusal("not-blocked", `Task ${task.number} is not Blocked but ${task.status.value}.`);
      if (!wasBegun(list, task)) return { status: "Not Started" };
      requireUnclaimed(list, task);
      return { status: "In Progress" };
    }),
);

/** While the task was Blocked here, another worktree may have started it. */
function requireUnclaimed(list: TaskList, task: Task): void {
  const claim = claimElsewhere(list, task);
  if (claim === null) return;
  throw ruleRefusal(
    "claimed-elsewhere",
    `Task ${task.number} is ${claimInWords(claim)}. Leave it there with tasks reset ${task.number}; after that, tasks start ${task.number} --force takes it.`,
  );
}

/** An owner does not show that a task with open dependencies was begun: it may have been assigned in advance. */
const wasBegun = (list: TaskList, task: Task): boolean =>
  task.verification.some(({ checked }) => checked) ||
  (task.owner !== null && unmetDependencies(list, task).length === 0);
