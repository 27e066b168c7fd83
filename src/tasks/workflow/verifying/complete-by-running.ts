import type { Report } from "../../cli/reporting/report.ts";
import type { Task } from "../../document/task-list.ts";
import type { EditOptions } from "../../list-file/editing/edit-list.ts";
import { editTask } from "../../list-file/editing/edit-list.ts";
import { openList } from "../open-list.ts";
import { pickTask } from "../pick-task.ts";
import type { DependencyRuleOptions } from "../rules.ts";
import {
  openItemsInWords,
  planCompletion,
  planTicks,
  refuseWithoutVerification,
  requireDependencies,
} from "../rules.ts";
import { couldNotRun } from "./criterion.ts";
import type { Proof } from "./proof.ts";
import { failedIn, failuresInWords, provenPositions, withProof } from "./proof.ts";
import type { Verdict } from "./report-proof.ts";
import { reportProof } from "./report-proof.ts";
import type { RunOptions } from "./run-criteria.ts";
import { runCriteria } from "./run-criteria.ts";

export interface CompleteByRunningOptions extends EditOptions, RunOptions, DependencyRuleOptions {
  readonly verified?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Runs the commands of a task's criteria. If they pass and nothing else is open, completes the task in one edit.
 * Otherwise ticks the criteria that passed and names those that are missing.
 */
export async function completeByRunning(number: string, options: CompleteByRunningOptions): Promise<Report> {
  const { path, list } = openList(options.list);
  const task = pickTask(list, number);
  requireDependencies(list, task, "be completed", options);
  if (!options.verified) refuseWithoutVerification(task);
  const proof = await runCriteria(path, task, options);
  const verdictOn = (current: Task): Verdict | null =>
    whyNotComplete(proof, current, provenPositions(proof, current, options.dryRun), options);
  const edited = await editTask({ ...options, list: path }, "complete", number, (now, current) => {
    requireDependencies(now, current, "be completed", options);
    const positions = provenPositions(proof, current, options.dryRun);
    const change =
      verdictOn(current) === null ? planCompletion(current) : planTicks(now, current, positions, options);
    return withProof(change, proof, current);
  });
  return reportProof(options, edited, proof, verdictOn(edited.from));
}

function whyNotComplete(
  proof: Proof,
  { number, verification }: Task,
  proven: readonly number[],
  { verified }: CompleteByRunningOptions,
): Verdict | null {
  // A command that could not be run shows nothing, so a person may confirm the criterion instead.
  const failures = failedIn(proof).filter(
    (criterion) => !(verified && criterion.outcome !== null && couldNotRun(criterion.outcome)),
  );
  const failed = new Set(failures.map(({ text }) => text));
  const open = [...verification.entries()].filter(
    ([index, { text, checked }]) => !checked && !proven.includes(index) && !failed.has(text),
  );
  const missing = [
    ...(failed.size > 0 ? [`failed: ${failuresInWords(failures)}`] : []),
    ...(open.length > 0 && !verified ? [`not ticked yet: ${openItemsInWords(open)}`] : []),
  ];
  if (missing.length === 0) return null;
  return {
    code: failed.size > 0 ? "verification-failed" : "open-verification",
    message: `Task ${number} cannot be completed: ${missing.join("; ")}.${failed.size > 0 ? "" : " Tick with tasks check, or state with --verified that they were checked."}`,
  };
}
