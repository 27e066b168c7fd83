import { ruleRefusal } from "../refusal.ts";
import { planCompletion, refuseWithoutVerification, requireDependencies } from "../workflow/rules.ts";
import { openInWords, whyNotComplete } from "../workflow/verifying/proof.ts";
import { editTaskAndReport } from "./edit-and-report.ts";
import { dryRun, forceDependencies, operation, running, taskNumber } from "./operation.ts";

export const complete = operation(
  {
    name: "complete",
    alias: "done",
    summary: "mark a task Complete, once its dependencies are and every verification item is ticked",
    arguments: taskNumber,
    options: {
      ...running,
      verified: {
        summary: "state that the open items were checked, and tick them",
        tool: { summary: "the open items were checked: tick them" },
      },
      run: { summary: "first run the criteria that state a command, as verify does" },
      ...forceDependencies,
      ...dryRun,
    },
    examples: ["tasks complete 1.2", "tasks done 1.2 --verified", "tasks complete 1.2 --run"],
    tool: {
      summary: "Complete a task whose dependencies are Complete and whose items are ticked.",
      does: "settles",
    },
  },
  async ({ number, ...options }) => {
    if (options.run) {
      // Its answer is a table, and to load how tables are drawn takes a fifth of the time of a completion.
      const { completeByRunning } = await import("../workflow/verifying/report-proof.ts");
      return completeByRunning(number, options);
    }
    return editTaskAndReport(options, "complete", number, (list, task) => {
      const open = options.verified ? [] : openInWords(task.verification);
      requireDependencies(list, task, "be completed", options.force, open);
      if (!options.verified) refuseWithoutVerification(task);
      const verdict = whyNotComplete(task, options.verified);
      if (verdict) throw ruleRefusal(verdict.code, verdict.message);
      return planCompletion(task);
    });
  },
);
