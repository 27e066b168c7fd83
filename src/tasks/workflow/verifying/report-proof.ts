import { presentTask } from "../../cli/reporting/present-task.ts";
import type { Report } from "../../cli/reporting/report.ts";
import { reportEdit } from "../../cli/reporting/report.ts";
import { headline } from "../../cli/terminal/describe-task.ts";
import { paint } from "../../cli/terminal/paint.ts";
import { table } from "../../cli/terminal/table.ts";
import { visibleText } from "../../cli/terminal/words.ts";
import type { Task } from "../../document/task-list.ts";
import type { EditedTask, EditOptions } from "../../list-file/editing/edit-list.ts";
import type { Criterion, RunCriterion } from "./criterion.ts";
import type { Proof } from "./proof.ts";
import { endingInWords, seconds } from "./proof.ts";

/** Further results of a proof: why the rule refuses, or null if it does not. */
export interface Verdict {
  readonly code: string;
  readonly message: string;
}

/** The results of the commands and the new state of the task; exit code 1 if the verification failed. */
export async function reportProof(
  options: EditOptions,
  edited: EditedTask,
  proof: Proof,
  verdict: Verdict | null,
): Promise<Report> {
  const { after, task } = edited;
  const json = {
    task: presentTask(after, task),
    reason: verdict?.message ?? null,
    criteria: proof.criteria.map((criterion) => presentCriterion(criterion, task)),
    ...(verdict ? { error: verdict } : {}),
  };
  const text = [
    `${headline(task)}: ${task.status.value}`,
    criteriaTable(proof.criteria.map((c) => asTicked(c, task))),
  ].join("\n");
  const report = await reportEdit(options, edited, json, text);
  const notes = [
    ...(report.notes ?? []),
    ...dryRunNote(options, proof),
    ...(verdict ? [verdict.message] : []),
  ];
  return { ...report, notes, exitCode: verdict ? 1 : 0 };
}

/** A task's criteria, and which of them can be run. */
export function describeCriteria(task: Task, criteria: readonly Criterion[]): string {
  const rows = criteria.map((criterion) => ({ ...criterion, outcome: null }));
  return [`${headline(task)}: ${task.status.value}`, criteriaTable(rows)].join("\n");
}

/** A criterion in its form for programs; its box as it is after the edit. */
export function presentCriterion(criterion: RunCriterion, task: Task) {
  const { outcome, expected: _, ...rest } = asTicked(criterion, task);
  return {
    ...rest,
    passed: outcome?.passed ?? null,
    exitCode: outcome?.exitCode ?? null,
    signal: outcome?.signal ?? null,
    timedOut: outcome?.timedOut ?? false,
    milliseconds: outcome?.milliseconds ?? null,
    output: outcome?.output ?? null,
  };
}

/** The criterion with its box as it is in the task now. */
function asTicked(criterion: RunCriterion, { verification }: Task): RunCriterion {
  const item = verification[criterion.position - 1];
  return { ...criterion, checked: item?.text === criterion.text ? item.checked : criterion.checked };
}

function criteriaTable(criteria: readonly RunCriterion[]): string {
  if (criteria.length === 0) return "  no verification";
  const rows = criteria.map((criterion) => [
    `  ${mark(criterion)} ${criterion.position} ${criterion.checked ? paint("green", "[x]") : "[ ]"}`,
    visibleText(criterion.text),
    paint("dim", remark(criterion)),
  ]);
  return table(rows, 1)
    .split("\n")
    .flatMap((line, index) => [line, ...outputLines(criteria[index])])
    .join("\n");
}

function mark({ outcome }: RunCriterion): string {
  if (outcome === null) return " ";
  return outcome.passed ? paint("green", "✔") : paint("red", "✘");
}

function remark(criterion: RunCriterion): string {
  const { command, outcome } = criterion;
  if (outcome === null) return command === null ? "by hand" : "can be run";
  const ending = endingInWords(criterion);
  return outcome.timedOut ? ending : `${ending}, ${seconds(outcome.milliseconds)}`;
}

/** The last output of a command that failed. */
function outputLines(criterion: RunCriterion | undefined): readonly string[] {
  const { outcome } = criterion ?? {};
  if (!outcome || outcome.passed || outcome.output === "") return [];
  return outcome.output.split("\n").map((line) => paint("dim", `      │ ${line}`.trimEnd()));
}

const dryRunNote = ({ dryRun }: EditOptions, { criteria }: Proof): readonly string[] =>
  dryRun && criteria.some(({ command }) => command !== null)
    ? ["Nothing was run: this is the edit if every command passes."]
    : [];
