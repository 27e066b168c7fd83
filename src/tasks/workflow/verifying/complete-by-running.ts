import type { Report } from "../../cli/reporting/report.ts";
import type { Task } from "../../document/task-list.ts";
import { openList } from "../open-list.ts";
import { pickTask } from "../pick-task.ts";
import { refuseWithoutVerification, requireDependencies } from "../rules.ts";
import type { RecordOptions, Verdict } from "./proof.ts";
import { failedIn, provenPositions, recordProof, whyNotComplete } from "./proof.ts";
import { reportProof } from "./report-proof.ts";
import type { RunOptions } from "./run-criteria.ts";
import { runCriteria } from "./run-criteria.ts";

interface CompleteByRunningOptions extends RecordOptions, Omit<RunOptions, "dryRun"> {
  readonly verified?: boolean;
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
  const verdictOn = (current: Task, positions: readonly number[]): Verdict | null =>
    whyNotComplete(current, options.verified, positions, failedIn(proof));
  const edited = await recordProof(
    { ...options, list: path },
    "complete",
    proof,
    (now, current, positions) => {
      requireDependencies(now, current, "be completed", options);
      return verdictOn(current, positions) === null;
    },
  );
  const verdict = verdictOn(edited.from, provenPositions(proof, edited.from, options.dryRun));
  return reportProof(options, edited, proof, verdict);
}
