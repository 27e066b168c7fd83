import type { Task } from "../../document/task-list.ts";
import type { EditedTask, EditOptions } from "../../list-file/editing/edit-list.ts";
import { openList, pickTask } from "../../list-file/open-list.ts";
import { headline } from "../../reporting/describe-task.ts";
import { presentTask } from "../../reporting/present-task.ts";
import type { Report } from "../../reporting/report.ts";
import { reportEdit } from "../../reporting/report.ts";
import { paint } from "../../terminal/paint.ts";
import { table } from "../../terminal/table.ts";
import { visibleText } from "../../terminal/words.ts";
import { refuseWithoutVerification, requireDependencies } from "../rules.ts";
import type { Criterion } from "./criterion.ts";
import { endingInWords, runnableIn, seconds } from "./criterion.ts";
import type { Proof, RecordOptions, Verdict } from "./proof.ts";
import { failedIn, indexNow, provenPositions, recordProof, whyNotComplete } from "./proof.ts";
import type { RunOptions } from "./run-criteria.ts";
import { runCriteria } from "./run-criteria.ts";

/** The results of the commands and the new state of the task; exit code 1 if the verification failed. */
export async function reportProof(
  options: EditOptions,
  edited: EditedTask,
  proof: Proof,
  verdict: Verdict | null,
): Promise<Report> {
  const { after, task } = edited;
  const { json: criteria, text } = reportCriteria(task, proof.criteria);
  const error = verdict ? { error: verdict } : {};
  const json = { task: presentTask(after, task), reason: verdict?.message ?? null, criteria, ...error };
  const report = await reportEdit(options, edited, json, text);
  const isRehearsal = options.dryRun && runnableIn(proof.criteria).length > 0;
  const notes = [
    ...(report.notes ?? []),
    ...(isRehearsal ? ["Nothing was run: this is the edit if every command passes."] : []),
    ...(verdict ? [verdict.message] : []),
  ];
  return { ...report, notes, exitCode: verdict ? 1 : 0 };
}

/** Criteria with their results, and their boxes as they are in the task now. */
export function reportCriteria(task: Task, criteria: readonly Criterion[]) {
  const current = criteria.map((criterion) => {
    const item = task.verification[indexNow(task, criterion)];
    return { ...criterion, checked: item?.checked ?? criterion.checked };
  });
  const json = current.map(({ expected: _, ...shown }) => shown);
  return { json, text: `${headline(task)}: ${task.status.value}\n${criteriaTable(current)}` };
}

function criteriaTable(criteria: readonly Criterion[]): string {
  if (criteria.length === 0) return "  no verification";
  const rows = criteria.map((criterion) => [
    `  ${mark(criterion)} ${criterion.position} ${criterion.checked ? paint("green", "[x]") : "[ ]"}`,
    criterion.command === null ? criterion.text : visibleText(criterion.text),
    paint("dim", remark(criterion)),
  ]);
  const lines = table(rows, 1).split("\n");
  return criteria.flatMap((criterion, index) => [lines[index], ...outputLines(criterion)]).join("\n");
}

function mark({ passed }: Criterion): string {
  if (passed === null) return " ";
  return passed ? paint("green", "✔") : paint("red", "✘");
}

function remark(criterion: Criterion): string {
  const { command, passed, timedOut, milliseconds } = criterion;
  if (passed === null) return command === null ? "by hand" : "can be run";
  return timedOut ? endingInWords(criterion) : `${endingInWords(criterion)}, ${seconds(milliseconds)}`;
}

/** The last output of a command that failed. */
const outputLines = ({ passed, output }: Criterion): readonly string[] =>
  passed === false && output
    ? output.split("\n").map((line) => paint("dim", `      │ ${line}`.trimEnd()))
    : [];

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
  requireDependencies(list, task, "be completed", options.force);
  if (!options.verified) refuseWithoutVerification(task);
  const proof = await runCriteria(path, task, options);
  const verdictOn = (current: Task, positions: readonly number[]): Verdict | null =>
    whyNotComplete(current, options.verified, positions, failedIn(proof));
  const edited = await recordProof(
    { ...options, list: path },
    "complete",
    proof,
    (now, current, positions) => {
      requireDependencies(now, current, "be completed", options.force);
      return verdictOn(current, positions) === null;
    },
  );
  const verdict = verdictOn(edited.from, provenPositions(proof, edited.from, options.dryRun));
  return reportProof(options, edited, proof, verdict);
}
