import type { Report } from "../../cli/reporting/report.ts";
import type { Task } from "../../document/task-list.ts";
import { openList } from "../open-list.ts";
import { pickTask } from "../pick-task.ts";
import { refuseWithoutVerification, requireDependencies } from "../rules.ts";
import type { Criterion } from "./criterion.ts";
import { couldNotRun, failuresInWords } from "./criterion.ts";
import type { RecordOptions } from "./proof.ts";
import { failedIn, provenPositions, recordProof } from "./proof.ts";
import type { Verdict } from "./report-proof.ts";
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

/** The criteria that keep a task from being Complete: those that failed, and those that are open and not proven. */
export function whyNotComplete(
  { number, verification }: Task,
  verified = false,
  proven: readonly number[] = [],
  failed: readonly Criterion[] = [],
): Verdict | null {
  // A command that could not be run shows nothing, so a person may confirm the criterion instead.
  const failures = failed.filter((criterion) => !(verified && couldNotRun(criterion)));
  const open = [...verification.entries()]
    .filter(([index, { checked }]) => !verified && !checked && !proven.includes(index))
    .filter(([, { text }]) => failures.every((criterion) => criterion.text !== text))
    .map(([index, { text }]) => `${index + 1} "${text}"`);
  const missing = [
    ...(failures.length > 0 ? [`failed: ${failuresInWords(failures)}`] : []),
    ...(open.length > 0 ? [`not ticked yet: ${open.join(", ")}`] : []),
  ];
  if (missing.length === 0) return null;
  const message = `Task ${number} cannot be completed: ${missing.join("; ")}.`;
  if (failures.length > 0) return { code: "verification-failed", message };
  const advice = "Tick with tasks check, or state with --verified that they were checked.";
  return { code: "open-verification", message: `${message} ${advice}` };
}
