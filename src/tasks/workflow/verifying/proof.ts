import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { isoDay } from "../../document/render-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import type { EditedTask, EditOptions } from "../../list-file/editing/edit-list.ts";
import { editTask } from "../../list-file/editing/edit-list.ts";
import type { WorkingTreeState } from "../../list-file/git.ts";
import { ruleRefusal } from "../../refusal.ts";
import { completesBy, planCompletion, planTicks } from "../rules.ts";
import type { Criterion } from "./criterion.ts";
import { couldNotRun, criteriaOf, failuresInWords, seconds, withoutPadding } from "./criterion.ts";

/** The results of running a task's commands. */
export interface Proof {
  /** The task as it was when the commands ran. */
  readonly task: Task;
  readonly criteria: readonly Criterion[];
  /** When the first command started. */
  readonly at: Date;
  readonly ranOn: WorkingTreeState;
}

/**
 * The criteria whose command failed. A command that could not be run proves nothing: its box is not ticked, and a box
 * that is already ticked stays ticked.
 */
export const failedIn = ({ criteria }: Proof): readonly Criterion[] =>
  criteria.filter((one) => one.passed === false && !(one.checked && couldNotRun(one)));

/**
 * The index of a criterion in the task as it is now; -1 if it was reworded or removed. The list is not locked while
 * commands run.
 */
export const indexNow = ({ verification }: Task, { position, text }: Criterion): number =>
  verification[position - 1]?.text === text
    ? position - 1
    : verification.findIndex((item) => item.text === text);

/**
 * The indexes that the proof ticks in the task as it is now. In a dry run: of all criteria that would run.
 * @throws Refusal if another task has the number by now.
 */
export function provenPositions(proof: Proof, task: Task, dryRun = false): readonly number[] {
  const { number, title } = proof.task;
  if (task.title !== title) {
    throw ruleRefusal(
      "task-changed",
      `Nothing was ticked: Task ${number} was "${title}" when its commands ran, and is "${task.title}" now.`,
    );
  }
  const proven = proof.criteria.filter(({ command, passed }) => passed ?? (dryRun && command !== null));
  const positions = proven.map((criterion) => indexNow(task, criterion)).filter((index) => index >= 0);
  // A ticked box whose command fails now is left for a person to untick, but the task can't become Complete with it.
  return failedIn(proof).length > 0 && completesBy(task, positions) ? [] : positions;
}

/** Why the rule refuses. */
export interface Verdict {
  readonly code: string;
  readonly message: string;
}

/** The criteria without a tick in words, such as `not ticked yet: 2 "Answers 200"`; empty if there are none. */
export function openInWords(
  verification: Task["verification"],
  isOpen: (index: number, text: string) => boolean = () => true,
): readonly string[] {
  const open = verification.flatMap(({ text, checked }, index) =>
    checked || !isOpen(index, text) ? [] : `${index + 1} "${text}"`,
  );
  return open.length > 0 ? [`not ticked yet: ${open.join(", ")}`] : [];
}

/** The criteria that keep a task from being Complete: those that failed, and those that are open and not proven. */
export function whyNotComplete(
  task: Task,
  verified = false,
  proven: readonly number[] = [],
  failed: readonly Criterion[] = [],
): Verdict | null {
  const { number, verification } = task;
  // A command that could not be run shows nothing, so a person may confirm the criterion instead.
  const failures = failed.filter((criterion) => !(verified && couldNotRun(criterion)));
  const isOpen = (index: number, text: string): boolean =>
    !verified && !proven.includes(index) && failures.every((criterion) => criterion.text !== text);
  const missing = [
    ...(failures.length > 0 ? [`failed: ${failuresInWords(failures)}`] : []),
    ...openInWords(verification, isOpen),
  ];
  if (missing.length === 0) return null;
  const message = `Task ${number} cannot be completed: ${missing.join("; ")}.`;
  if (failures.length > 0) return { code: "verification-failed", message };
  const canRun = criteriaOf(task).some(
    ({ command, checked, position, text }) => command !== null && !checked && isOpen(position - 1, text),
  );
  const run = canRun ? `Run the commands with tasks complete ${number} --run. ` : "";
  const advice = `${run}Tick with tasks check, or state with --verified that they were checked.`;
  return { code: "open-verification", message: `${message} ${advice}` };
}

export interface RecordOptions extends EditOptions {
  readonly force?: boolean;
}

/** Whether the task, as it is now, becomes Complete with these positions ticked. Throws to refuse. */
type Completes = (list: TaskList, task: Task, positions: readonly number[]) => boolean;

/**
 * Ticks the criteria that passed, and records the commands in the task's Proof.
 * @throws Refusal if the task was replaced, its last box would complete it too early, or the list can't be written.
 */
export const recordProof = (
  options: RecordOptions,
  command: string,
  proof: Proof,
  completes: Completes = () => false,
): Promise<EditedTask> =>
  editTask(options, command, proof.task.number, (list, task) => {
    const positions = provenPositions(proof, task, options.dryRun);
    const facts = completes(list, task, positions)
      ? planCompletion(task)
      : planTicks(list, task, positions, options.force);
    return { ...facts, ...proofFacts(proof, task) };
  });

/**
 * A line of Proof for each command that passed. Each command has one line, for its last success; earlier ones are in the
 * git history of the list. It takes the place of the earlier one, because notes may be nested below that.
 */
function proofFacts({ criteria, at, ranOn }: Proof, task: Task): Pick<Partial<TaskFacts>, "proof"> {
  const proven = criteria.filter((criterion) => criterion.passed && indexNow(task, criterion) >= 0);
  const lines = new Map(
    proven.map(({ command, expected, exitCode, milliseconds }) => {
      const ending = expected === 0 ? "passed" : `exited with code ${exitCode}`;
      const line = formatProofLine(at, ranOn, command ?? "", `${ending} in ${seconds(milliseconds)}`);
      return [command ?? "", line];
    }),
  );
  if (lines.size === 0) return {};
  const texts = [
    ...task.proof.map(({ text }) => lines.get(parseProofLine(text)?.command ?? "") ?? text),
    ...lines.values(),
  ];
  const fresh = new Set(lines.values());
  return { proof: texts.filter((text, at) => !fresh.has(text) || texts.indexOf(text) === at) };
}

/** `` 2026-11-22 14:05 1a2b3c4+changes `npm test` passed in 3.2 s ``, in this machine's time zone. */
function formatProofLine(at: Date, { commit, isChanged }: WorkingTreeState, command: string, ending: string) {
  const time = `${isoDay(at)} ${at.toTimeString().slice(0, 5)}`;
  const state = commit === null ? [] : [isChanged ? `${commit}+changes` : commit];
  return [time, ...state, codeSpan(command), ending].join(" ");
}

const proofLine =
  /^(?<time>\d{4}-\d\d-\d\d \d\d:\d\d)(?: (?<commit>[0-9a-f]{4,64})(?<changes>\+changes)?)? (?<ticks>`+)(?<code>.+?)(?<!`)\k<ticks>(?!`) \S/;

/** The parts of a line of Proof; null if the line is free text. */
export function parseProofLine(text: string) {
  const parts = proofLine.exec(text)?.groups;
  if (!parts) return null;
  const { time = "", commit = null, changes, code = "" } = parts;
  return { time, commit, isChanged: changes !== undefined, command: withoutPadding(code) };
}

/** A command as inline code, fenced so that backticks in the command don't end it. */
function codeSpan(command: string): string {
  const runs = (command.match(/`+/g) ?? []).map(({ length }) => length);
  let width = 1;
  while (runs.includes(width)) width += 1;
  const ticks = "`".repeat(width);
  const isPadded = /^`|`$/.test(command) || withoutPadding(command) !== command;
  return isPadded ? `${ticks} ${command} ${ticks}` : ticks + command + ticks;
}
