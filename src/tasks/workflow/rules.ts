import type { TaskFacts } from "../document/edit/task-facts.ts";
import type { Status, Task, TaskList } from "../document/task-list.ts";
import { findTask, impliedStatus, orderByDependencies, unmetDependencies } from "../document/task-queries.ts";
import { claimElsewhere, claimInWords } from "../list-file/claims/claim-elsewhere.ts";
import { ruleRefusal } from "../refusal.ts";

/**
 * The rule that a task comes after its dependencies.
 * @param force ignores dependencies that match no task; one that matches a task is never ignored
 * @param alsoMissing what else the task lacks, in words
 * @throws Refusal that names every dependency that is not Complete.
 */
export function requireDependencies(
  list: TaskList,
  task: Task,
  verb: string,
  force = false,
  alsoMissing: readonly string[] = [],
): void {
  const unmet = unmetDependencies(list, task);
  const missing = force ? unmet.filter((name) => findTask(list, name)) : unmet;
  if (missing.length === 0) return;
  const waits = `it waits for ${missing.map((name) => dependencyInWords(list, name)).join(", ")}`;
  throw ruleRefusal(
    "unfinished-dependency",
    `Task ${task.number} cannot ${verb}: ${[waits, ...alsoMissing].join("; ")}.${adviceFor(list, task, missing)}`,
  );
}

/**
 * The rule that no edit makes tasks wait for each other. The order of a list does not ensure that: a task can depend on
 * its whole phase, or on a later task.
 * @throws Refusal that names the tasks.
 */
export function requireNoNewCycle(before: readonly Task[], after: readonly Task[]): void {
  const [path, ...others] = cyclesIn(after);
  if (!path || others.length < cyclesIn(before).length) return;
  throw ruleRefusal(
    "dependency-cycle",
    `The dependencies ${path.join(" → ")} would form a cycle: none of these tasks could start.`,
  );
}

/** The numbers on each cycle. A task that moves into a phase that waits for it is one by itself. */
const cyclesIn = (tasks: readonly Task[]) => [
  ...orderByDependencies(tasks).cycleEdges.map(({ cycle, to }) => [...cycle, to].map(({ number }) => number)),
  ...tasks.flatMap(({ number, dependencies }) =>
    dependencies.resolved.includes(number) ? [[number, number]] : [],
  ),
];

/** `1.1 "Title" (In Progress)`, or that the reference is not a task. */
export function dependencyInWords(list: TaskList, name: string): string {
  const task = findTask(list, name);
  if (!task) return `"${name}", which is not a task in this list`;
  return `${task.number} "${task.title}" (${task.status.value})`;
}

function adviceFor(list: TaskList, { number }: Task, missing: readonly string[]): string {
  if (missing.every((name) => findTask(list, name))) return "";
  return ` Correct it with: tasks edit ${number} --depends NUMBERS (or go on with --force)`;
}

/** The facts of a completed task: Complete, with every box ticked. */
export const planCompletion = (task: Task): Partial<TaskFacts> => ({
  status: "Complete",
  verification: withBoxes(task, () => true),
});

/** The criteria of a task with their boxes changed: of each, its index and whether it is checked now. */
export const withBoxes = (
  { verification }: Task,
  isChecked: (index: number, checked: boolean) => boolean,
): TaskFacts["verification"] =>
  verification.map(({ text, checked }, index) => ({ text, checked: isChecked(index, checked) }));

/** @throws Refusal if the task has no criterion, so that nothing could have been checked. */
export function refuseWithoutVerification({ number, verification }: Task): void {
  if (verification.length > 0) return;
  throw ruleRefusal(
    "no-verification",
    `Task ${number} has no verification: if it was checked otherwise, tasks complete ${number} --verified says so.`,
  );
}

/**
 * Ticks the items at the positions (the first is 0).
 * @throws Refusal if that would complete the task before its dependencies.
 */
export function planTicks(
  list: TaskList,
  task: Task,
  positions: readonly number[],
  force?: boolean,
): Partial<TaskFacts> {
  // Without a Status line, ticking the last item completes the task, so the same rule applies.
  if (completesBy(task, positions))
    requireDependencies(list, task, "be completed by its last open item", force);
  return { verification: tickedAt(task, positions) };
}

/** Whether ticking these positions changes the task's status to Complete. */
export const completesBy = (task: Task, positions: readonly number[]): boolean =>
  task.status.value !== "Complete" && impliedStatus(task, tickedAt(task, positions)) === "Complete";

const tickedAt = (task: Task, positions: readonly number[]) =>
  withBoxes(task, (index, checked) => checked || positions.includes(index));

/** Why no task can be started; null if all are Complete. */
export function whyNothingIsReady(list: TaskList): string | null {
  if (list.tasks.every(({ status }) => status.value === "Complete")) return null;
  const elsewhere = list.tasks.filter((task) => claimElsewhere(list, task) !== null);
  const here = list.tasks.filter((task) => !elsewhere.includes(task));
  const isUnknown = ({ status }: Task): boolean => !status.understood;
  const has =
    (status: Status) =>
    (task: Task): boolean =>
      task.status.value === status && !isUnknown(task);
  const waits = (task: Task): boolean => unmetDependencies(list, task).length > 0;
  const open = here.filter(has("Not Started"));
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ["in progress", here.filter(has("In Progress")).map(withOwner)],
    ["in other worktrees", elsewhere.map((task) => claimedInWords(list, task))],
    ["blocked", here.filter(has("Blocked")).map(withOwner)],
    ["waiting for dependencies", open.filter(waits).map(withOwner)],
    ["kept for their owners", open.filter((task) => !waits(task)).map(withOwner)],
    ["with an unknown status", here.filter(isUnknown).map(withOwner)],
  ];
  const parts = groups.flatMap(([words, names]) =>
    names.length > 0 ? [`${words}: ${shortList(names)}`] : [],
  );
  return `Nothing is ready to start (${parts.join("; ")}).`;
}

const withOwner = ({ number, owner }: Task): string => (owner ? `${number} (${owner})` : number);

/** `1.2 (in progress with ann in ../site-2)` */
export function claimedInWords(list: TaskList, task: Task): string {
  const claim = claimElsewhere(list, task);
  return claim ? `${task.number} (${claimInWords(claim)})` : task.number;
}

const longestList = 5;

const shortList = (names: readonly string[]): string =>
  names.length > longestList
    ? `${names.slice(0, longestList).join(", ")} and ${names.length - longestList} more`
    : names.join(", ");
