import { taskAnswer } from "../cli/reporting/present-task.ts";
import type { Report } from "../cli/reporting/report.ts";
import { plural } from "../cli/terminal/words.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import type { OpenedList } from "../workflow/open-list.ts";
import { openList } from "../workflow/open-list.ts";
import { pickTask } from "../workflow/pick-task.ts";
import { planTicks } from "../workflow/rules.ts";
import { criteriaOf, failuresInWords, runnableIn } from "../workflow/verifying/criterion.ts";
import type { Proof } from "../workflow/verifying/proof.ts";
import { failedIn, indexNow, recordProof } from "../workflow/verifying/proof.ts";
import type { Verdict } from "../workflow/verifying/report-proof.ts";
import { reportCriteria, reportProof } from "../workflow/verifying/report-proof.ts";
import { runCriteria } from "../workflow/verifying/run-criteria.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { dryRun, forceDependencies, operation, running, taskNumber } from "./operation.ts";

const declaration = {
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
} as const satisfies Declaration;

type VerifyOptions = OptionsOf<typeof declaration>;

/** Lists a task's criteria; `--run` runs those that state a command, and ticks those that pass. */
export const verify = operation(declaration, async ({ number, ...options }) => {
  const opened = openList(options.list);
  const { path, list } = opened;
  const task = pickTask(list, number);
  if (!options.run) return listCriteria(opened, task);
  refuseInVain(list, task, options);
  const proof = await runCriteria(path, task, options);
  const edited = await recordProof({ ...options, list: path }, "verify", proof);
  const report = await reportProof(options, edited, proof, verdictOn(proof, edited.task));
  return { ...report, notes: [...(report.notes ?? []), ...nothingToRun(proof)] };
});

function listCriteria(opened: OpenedList, task: Task): Report {
  const { json: criteria, text } = reportCriteria(task, criteriaOf(task));
  const count = runnableIn(criteriaOf(task)).length;
  const hint = count > 0 ? [`tasks verify ${task.number} --run runs ${plural(count, "command")}.`] : [];
  return { json: { ...taskAnswer(opened, task), criteria }, text, notes: hint };
}

/** Checked before the commands, which may take minutes. */
function refuseInVain(list: TaskList, task: Task, options: VerifyOptions): void {
  const positions = runnableIn(criteriaOf(task)).map(({ position }) => position - 1);
  planTicks(list, task, positions, options);
}

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

function nothingToRun({ task, criteria }: Proof): readonly string[] {
  if (runnableIn(criteria).length > 0) return [];
  const example = '"`npm test` passes"';
  return [
    `Nothing to run: no criterion of Task ${task.number} states a command and its outcome, as ${example} does.`,
  ];
}
