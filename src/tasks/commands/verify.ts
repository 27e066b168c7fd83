import type { Task } from "../document/task-list.ts";
import { openList, pickTask } from "../list-file/open-list.ts";
import { taskAnswer } from "../reporting/present-task.ts";
import { aboutList } from "../reporting/report.ts";
import { plural } from "../terminal/words.ts";
import { planTicks } from "../workflow/rules.ts";
import { criteriaOf, failuresInWords, runnableIn } from "../workflow/verifying/criterion.ts";
import type { Proof, Verdict } from "../workflow/verifying/proof.ts";
import { failedIn, indexNow, recordProof } from "../workflow/verifying/proof.ts";
import { reportCriteria, reportProof } from "../workflow/verifying/report-proof.ts";
import { runCriteria } from "../workflow/verifying/run-criteria.ts";
import { dryRun, forceDependencies, operation, running, taskNumber } from "./operation.ts";

export const verify = operation(
  {
    name: "verify",
    summary: "list a task's criteria, or run those that state a command and tick what passes",
    arguments: taskNumber,
    options: {
      ...running,
      run: { summary: "run them; without it nothing is ever run" },
      force: { summary: forceDependencies.force.summary },
      ...dryRun,
    },
    examples: ["tasks verify 1.2", "tasks verify 1.2 --run", "tasks verify 1.2 --run --timeout 60"],
    tool: { summary: "A task's criteria and their commands. Runs nothing.", does: "reads" },
  },
  async ({ number, ...options }) => {
    const { path, list } = openList(options.list);
    const task = pickTask(list, number);
    const runnable = runnableIn(criteriaOf(task));
    if (!options.run) {
      const { json: criteria, text } = reportCriteria(task, criteriaOf(task));
      const hint = `tasks verify ${task.number} --run runs ${plural(runnable.length, "command")}.`;
      const json = { ...taskAnswer(list, task), criteria };
      return aboutList(path, { json, text, notes: runnable.length > 0 ? [hint] : [] });
    }
    // Refuses now what would be refused after the commands, which may take minutes.
    const positions = runnable.map(({ position }) => position - 1);
    planTicks(list, task, positions, options.force);
    const proof = await runCriteria(path, task, options);
    const edited = await recordProof({ ...options, list: path }, "verify", proof);
    const report = await reportProof(options, edited, proof, verdictOn(proof, edited.task));
    if (runnableIn(proof.criteria).length > 0) return report;
    const note = `Nothing to run: no criterion of Task ${task.number} states a command and its outcome, as "\`npm test\` passes" does.`;
    return { ...report, notes: [...(report.notes ?? []), note] };
  },
);

function verdictOn(proof: Proof, task: Task): Verdict | null {
  const failed = failedIn(proof);
  if (failed.length > 0) {
    const message = `Task ${task.number} is not proven: ${failuresInWords(failed)} failed.`;
    return { code: "verification-failed", message };
  }
  const reworded = proof.criteria.filter((criterion) => criterion.passed && indexNow(task, criterion) < 0);
  if (reworded.length === 0) return null;
  const items = reworded.map(({ position, text }) => `${position} "${text}"`).join(", ");
  return { code: "task-changed", message: `Not ticked, because it was changed while it ran: ${items}.` };
}
