import { taskAnswer } from "../cli/reporting/present-task.ts";
import type { Report } from "../cli/reporting/report.ts";
import { plural } from "../cli/terminal/words.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { editTask } from "../list-file/editing/edit-list.ts";
import type { OpenedList } from "../workflow/open-list.ts";
import { openList } from "../workflow/open-list.ts";
import { pickTask } from "../workflow/pick-task.ts";
import { planTicks } from "../workflow/rules.ts";
import { criteriaOf } from "../workflow/verifying/criterion.ts";
import type { Proof } from "../workflow/verifying/proof.ts";
import { failedIn, failuresInWords, provenPositions, withProof } from "../workflow/verifying/proof.ts";
import type { Verdict } from "../workflow/verifying/report-proof.ts";
import { describeCriteria, presentCriterion, reportProof } from "../workflow/verifying/report-proof.ts";
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
  const { runCriteria } = await import("../workflow/verifying/run-criteria.ts");
  const proof = await runCriteria(path, task, options);
  const edited = await editTask({ ...options, list: path }, "verify", number, (now, current) =>
    withProof(
      planTicks(now, current, provenPositions(proof, current, options.dryRun), options),
      proof,
      current,
    ),
  );
  const report = await reportProof(options, edited, proof, verdictOn(proof, edited.task));
  return { ...report, notes: [...(report.notes ?? []), ...nothingToRun(proof)] };
});

function listCriteria(opened: OpenedList, task: Task): Report {
  const criteria = criteriaOf(task).map((criterion) => ({ ...criterion, outcome: null }));
  const json = {
    ...taskAnswer(opened, task),
    criteria: criteria.map((criterion) => presentCriterion(criterion, task)),
  };
  const runnable = criteria.filter(({ command }) => command !== null).length;
  const hint = runnable > 0 ? [`tasks verify ${task.number} --run runs ${plural(runnable, "command")}.`] : [];
  return { json, text: describeCriteria(task, criteria), notes: hint };
}

/** Checked before the commands, which may take minutes. */
function refuseInVain(list: TaskList, task: Task, options: VerifyOptions): void {
  const runnable = criteriaOf(task).filter(({ command }) => command !== null);
  planTicks(
    list,
    task,
    runnable.map(({ position }) => position - 1),
    options,
  );
}

function verdictOn(proof: Proof, task: Task): Verdict | null {
  const failed = failedIn(proof);
  if (failed.length > 0) {
    const message = `Task ${task.number} is not proven: ${failuresInWords(failed)} failed.`;
    return { code: "verification-failed", message };
  }
  const reworded = proof.criteria.filter(
    ({ outcome, text }) => outcome?.passed && !task.verification.some((item) => item.text === text),
  );
  if (reworded.length === 0) return null;
  const items = reworded.map(({ position, text }) => `${position} "${text}"`).join(", ");
  return { code: "task-changed", message: `Not ticked, because it was changed while it ran: ${items}.` };
}

function nothingToRun({ task, criteria }: Proof): readonly string[] {
  if (criteria.some(({ command }) => command !== null)) return [];
  const example = '"`npm test` passes"';
  return [
    `Nothing to run: no criterion of Task ${task.number} states a command and its outcome, as ${example} does.`,
  ];
}
