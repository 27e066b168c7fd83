import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Task } from "../../document/task-list.ts";
import type { WorkingTreeState } from "../../list-file/git.ts";
import { workingTreeState } from "../../list-file/git.ts";
import { gitRoot } from "../../list-file/paths.ts";
import { writableFile } from "../../list-file/replace-file.ts";
import { parseSeconds } from "../../options/option-values.ts";
import type { GroupOptions } from "../../run-in-group.ts";
import { runInGroup } from "../../run-in-group.ts";
import { startSpinner } from "../../terminal/paint.ts";
import { plural, visibleText } from "../../terminal/words.ts";
import type { Criterion } from "./criterion.ts";
import { couldNotRun, criteriaOf, runnableIn, wasKilled } from "./criterion.ts";
import type { Proof } from "./proof.ts";

export interface RunOptions {
  readonly timeout?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly ifInterrupted?: string;
}

/** A spinner that wraps can't be cleared. */
const longestName = 50;
const longestOutput = 4000;
const mostLines = 20;

/**
 * Runs the commands of a task's criteria, one after the other, at the root of the git repository or, outside git, in
 * the folder of the list. Shows them first, and asks for confirmation on a terminal. A dry run only shows them.
 * @throws Refusal if the person declines, if no one can be asked and `--yes` is missing, or if the list is read-only.
 */
export async function runCriteria(path: string, task: Task, options: RunOptions): Promise<Proof> {
  const timeoutSeconds = parseSeconds(options.timeout);
  const { ifInterrupted } = options;
  const criteria = criteriaOf(task);
  const runnable = runnableIn(criteria);
  const file = realpathSync(path);
  const root = gitRoot(dirname(file));
  const folder = root ?? dirname(file);
  const nowhere = { commit: null, isChanged: false };
  if (runnable.length === 0 || options.dryRun) return { task, criteria, at: new Date(), ranOn: nowhere };
  // Checked first, because the commands may take minutes and their results could not be saved.
  writableFile(path);
  await announce(runnable, folder, options);
  const stateNow = (untracked: "all" | "no") =>
    root === undefined ? nowhere : workingTreeState(root, { except: file, untracked });
  const before = stateNow("all");
  const at = new Date();
  const results = new Map<number, Criterion>();
  for (const criterion of runnable) {
    const name = visibleText(criterion.command ?? "").slice(0, longestName);
    const stopSpinner = startSpinner(`${results.size + 1} of ${runnable.length}: ${name}`);
    const result = await runOne(criterion, { folder, timeoutSeconds, ifInterrupted }).finally(stopSpinner);
    results.set(criterion.position, result);
  }
  const withResults = criteria.map((criterion) => results.get(criterion.position) ?? criterion);
  return { task, criteria: withResults, at, ranOn: stateDuring(before, stateNow("no")) };
}

/**
 * What was tested is the commit only if the commands began and ended on it: people and assistants work meanwhile. New
 * files don't count at the end, because the commands themselves write reports and the like.
 */
const stateDuring = (before: WorkingTreeState, after: WorkingTreeState): WorkingTreeState => ({
  commit: before.commit,
  isChanged: before.isChanged || after.isChanged || after.commit !== before.commit,
});

async function announce(runnable: readonly Criterion[], folder: string, options: RunOptions): Promise<void> {
  const lines = runnable.map(({ position, command }) => `  ${position}  ${visibleText(command ?? "")}`);
  // Printed before anything runs, because the answer is printed only at the end.
  const stream = options.json ? process.stderr : process.stdout;
  stream.write(`Runs in ${folder}:\n${lines.join("\n")}\n\n`);
  if (options.yes) return;
  const isOne = runnable.length === 1;
  const several = `these ${plural(runnable.length, "command")}`;
  const { requireYes } = await import("../../terminal/ask.ts");
  await requireYes(`Run ${isOne ? "it" : several}?`, options, {
    ifUnasked: `Nothing was run. To run ${isOne ? "this command" : several} without a terminal to ask on, add --yes.`,
    ifNo: "Nothing was run.",
  });
}

async function runOne(criterion: Criterion, options: Omit<GroupOptions, "onOutput">): Promise<Criterion> {
  let output = "";
  const begun = performance.now();
  const { exitCode, signal, isLate } = await runInGroup(criterion.command ?? "", {
    ...options,
    onOutput: (text) => {
      output = (output + text).slice(-longestOutput);
    },
  });
  const milliseconds = Math.round(performance.now() - begun);
  const ending = { exitCode, signal, timedOut: isLate, milliseconds, output: lastLines(output) };
  return { ...criterion, ...ending, passed: isExpected({ ...criterion, ...ending }) };
}

/** A command that could not be run, was killed or took too long proves nothing, not even an expected failure. */
function isExpected(criterion: Criterion): boolean {
  const { exitCode, timedOut, expected } = criterion;
  if (timedOut || wasKilled(criterion) || couldNotRun(criterion)) return false;
  return expected === "failure" ? exitCode !== 0 : exitCode === expected;
}

/** The end of the output, without sequences that move a terminal's cursor. */
function lastLines(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split(/\r?\n/)
    .map((line) =>
      visibleText(
        line
          .replaceAll("\t", "    ")
          .replace(/^.*\r(?=.)/, "")
          .trimEnd(),
      ),
    );
  return lines.join("\n").trimEnd().split("\n").slice(-mostLines).join("\n").replace(/^\n+/, "");
}
