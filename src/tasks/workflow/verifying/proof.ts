import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { isoDay } from "../../document/render-list.ts";
import type { Task } from "../../document/task-list.ts";
import { ruleRefusal } from "../../refusal.ts";
import { completesBy } from "../rules.ts";
import type { RunCriterion, StatedCommand } from "./criterion.ts";
import { couldNotRun, NOT_EXECUTABLE, NOT_FOUND } from "./criterion.ts";

/** The results of running a task's commands. */
export interface Proof {
  /** The task as it was when the commands ran. */
  readonly task: Task;
  readonly criteria: readonly RunCriterion[];
  /** When the first command started. */
  readonly at: Date;
  readonly ranOn: RanOn;
}

/**
 * The criteria whose command failed. A command that could not be run proves nothing: its box is not ticked, and a box
 * that is already ticked stays ticked.
 */
export const failedIn = ({ criteria }: Proof): readonly RunCriterion[] =>
  criteria.filter(
    (criterion) =>
      criterion.outcome !== null &&
      !criterion.outcome.passed &&
      !(criterion.checked && couldNotRun(criterion.outcome)),
  );

/** The criteria that may be ticked. In a dry run: all that would run. */
const passedIn = ({ criteria }: Proof, dryRun = false): readonly RunCriterion[] =>
  criteria.filter(({ command, outcome }) => outcome?.passed ?? (dryRun && command !== null));

/**
 * The indexes of the criteria in the task as it is now (the first is 0). The list is not locked while commands run, so
 * a criterion that was reworded or removed meanwhile is left out.
 * @throws Refusal if another task has the number by now.
 */
function positionsNow(
  { task: then }: Proof,
  task: Task,
  criteria: readonly RunCriterion[],
): readonly number[] {
  if (task.title !== then.title) {
    throw ruleRefusal(
      "task-changed",
      `Nothing was ticked: Task ${then.number} was "${then.title}" when its commands ran, and is "${task.title}" now.`,
    );
  }
  const taken = new Set<number>();
  return criteria.flatMap(({ position, text }) => {
    const isIt = (index: number): boolean => !taken.has(index) && task.verification[index]?.text === text;
    const index = isIt(position - 1) ? position - 1 : task.verification.findIndex((_, other) => isIt(other));
    if (index === -1) return [];
    taken.add(index);
    return [index];
  });
}

/** The positions that the proof ticks in the task as it is now. */
export function provenPositions(proof: Proof, task: Task, dryRun = false): readonly number[] {
  const positions = positionsNow(proof, task, passedIn(proof, dryRun));
  // A ticked box whose command fails now is left for a person to untick, but the task can't become Complete with it.
  return failedIn(proof).length > 0 && completesBy(task, positions) ? [] : positions;
}

/** `2 "`npm test` passes" (exit code 1)`, for each criterion whose command failed. */
export const failuresInWords = (failed: readonly RunCriterion[]): string =>
  failed
    .map((criterion) => `${criterion.position} "${criterion.text}" (${endingInWords(criterion)})`)
    .join(", ");

/** `exit code 1`, `killed by SIGSEGV`, `stopped after 600 s`. */
export function endingInWords({ outcome }: RunCriterion): string {
  if (outcome === null) return "";
  const { exitCode, signal, timedOut, milliseconds } = outcome;
  if (timedOut) return `stopped after ${seconds(milliseconds)}`;
  if (signal !== null) return `killed by ${signal}`;
  if (exitCode === NOT_FOUND) return `exit code ${exitCode}: no such command`;
  return exitCode === NOT_EXECUTABLE ? `exit code ${exitCode}: cannot be executed` : `exit code ${exitCode}`;
}

/** `0.2 s` */
export const seconds = (milliseconds: number): string =>
  `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`;

/**
 * The facts, with a line of Proof for each command that passed. Each command has one line, for its last success;
 * earlier ones are in the git history of the list.
 */
export function withProof(facts: Partial<TaskFacts>, proof: Proof, task: Task): Partial<TaskFacts> {
  const proven = provenNow(proof, task);
  if (proven.length === 0) return facts;
  const commands = new Set(proven.map(({ command }) => command));
  const isOutdated = (text: string): boolean => commands.has(parseProofLine(text)?.command ?? "");
  const kept = task.proof.map(({ text }) => text).filter((text) => !isOutdated(text));
  return { ...facts, proof: [...kept, ...proven.map((criterion) => lineOf(criterion, proof))] };
}

type Proven = RunCriterion & { readonly command: string };

/** The criteria that passed and are still in the task, each command once. */
function provenNow({ criteria }: Proof, { verification }: Task): readonly Proven[] {
  const proven = criteria.filter(
    (criterion): criterion is Proven =>
      criterion.command !== null &&
      criterion.outcome?.passed === true &&
      verification.some(({ text }) => text === criterion.text),
  );
  return proven.filter(({ command }, at) => proven.findIndex((other) => other.command === command) === at);
}

function lineOf({ command, expected, outcome }: Proven, { at, ranOn }: Proof): string {
  const duration = seconds(outcome?.milliseconds ?? 0);
  const ending = endingOfProof(expected ?? 0, outcome?.exitCode ?? 0, duration);
  return formatProofLine({ time: minuteOf(at), ...ranOn, command, ending });
}

/** The state of the repository that commands ran on. */
export interface RanOn {
  /** Abbreviated; null outside git and before the first commit. */
  readonly commit: string | null;
  /** Whether the working tree had changes other than the list's own. */
  readonly isChanged: boolean;
}

/** A line of a task's Proof. */
interface ProofLine extends RanOn {
  /** `2026-11-22 14:05`, in the time zone of the machine that ran it. */
  readonly time: string;
  readonly command: string;
  /** `passed in 3.2 s` */
  readonly ending: string;
}

/** `` 2026-11-22 14:05 1a2b3c4+changes `npm test` passed in 3.2 s `` */
function formatProofLine({ time, commit, isChanged, command, ending }: ProofLine): string {
  const state = commit === null ? [] : [isChanged ? `${commit}+changes` : commit];
  return [time, ...state, codeSpan(command), ending].join(" ");
}

const LINE =
  /^(?<time>\d{4}-\d\d-\d\d \d\d:\d\d)(?: (?<commit>[0-9a-f]{4,64})(?<changes>\+changes)?)? (?<ticks>`+)(?<code>.+?)(?<!`)\k<ticks>(?!`) (?<ending>\S.*)$/;

/** The parts of a line of Proof; null if the line is free text. */
export function parseProofLine(text: string): ProofLine | null {
  const parts = LINE.exec(text)?.groups;
  if (!parts) return null;
  const { time = "", commit = null, changes, code = "", ending = "" } = parts;
  const command = /^ .*\S.* $/.test(code) ? code.slice(1, -1) : code;
  return { time, commit, isChanged: changes !== undefined, command, ending };
}

/** A command as inline code, fenced so that backticks in the command don't end it. */
function codeSpan(command: string): string {
  const runs = (command.match(/`+/g) ?? []).map(({ length }) => length);
  let width = 1;
  while (runs.includes(width)) width += 1;
  const ticks = "`".repeat(width);
  const isPadded = /^`|`$/.test(command) || /^ .*\S.* $/.test(command);
  return isPadded ? `${ticks} ${command} ${ticks}` : ticks + command + ticks;
}

/** `passed in 3.2 s`, or the exit code that the criterion expects. */
function endingOfProof(expected: StatedCommand["expected"], exitCode: number, duration: string): string {
  return expected === 0 ? `passed in ${duration}` : `exited with code ${exitCode} in ${duration}`;
}

/** `2026-11-22 14:05`, in local time. */
const minuteOf = (date: Date): string => `${isoDay(date)} ${date.toTimeString().slice(0, 5)}`;
