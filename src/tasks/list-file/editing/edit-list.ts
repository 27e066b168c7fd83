import type { Change } from "../../document/edit/change.ts";
import { assertOnlyIntended, editsOf } from "../../document/edit/change.ts";
import { followHeaderStatus } from "../../document/edit/follow-tasks.ts";
import { revise } from "../../document/edit/revise.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { readFrom } from "../claims/claim-elsewhere.ts";
import type { Edited } from "../claims/follow-edit.ts";
import { refuseClaimed, writeWithClaims } from "../claims/follow-edit.ts";
import { findList } from "../find-list.ts";
import { isLocked, withListLock } from "../list-lock.ts";
import { readListText } from "../list-text.ts";
import { pickTask, refuseUnworkable } from "../open-list.ts";
import { writableFile } from "../replace-file.ts";
import { replaceUndoably } from "../undo-store.ts";

export interface EditOptions {
  readonly list?: string;
  readonly dryRun?: boolean;
}

/** The changes that a command makes to a list. An empty plan changes nothing. */
export interface Plan extends Change {
  /** The number of the task that it claims for this working tree, so that no other working tree gets it. */
  readonly takes?: string;
}

export interface EditedList extends Edited {
  readonly path: string;
  /** Further notes for the user, such as that the undo could not be saved. */
  readonly notes: readonly string[];
}

/**
 * Plans one or more edits, each checked separately: yielding a plan returns the list after that plan. Throws to refuse.
 */
export type Steps<Result> = (list: TaskList) => Generator<Plan, Result, TaskList>;

/**
 * Edits a command's list under the file's lock, starting from its current content. The result is read again to check
 * it, and written so that a kill leaves either the old or the new file. Several edits are written and undone together.
 * A dry run writes nothing. Refuses a list that has no tasks or merge conflicts, unless `refuse` says otherwise.
 * @throws Refusal if a step refuses, or the file cannot be read, locked or written.
 */
export async function editListInSteps<Result>(
  options: EditOptions,
  command: string,
  steps: Steps<Result>,
  refuse: (path: string, list: TaskList) => void = refuseUnworkable,
): Promise<EditedList & { readonly result: Result }> {
  const path = findList(options.list);
  const carryOutOn = (source: string) => carryOut(path, source, steps, refuse);
  if (options.dryRun) {
    const edited = carryOutOn(readListText(path));
    refuseClaimed(path, edited);
    return { path, ...edited, notes: [] };
  }
  const file = writableFile(path);
  // Planned before taking the lock, so that other processes wait only for the write. If another process holds the lock,
  // it is about to change the file, so a plan for the current text would be wasted.
  const early = (await isLocked(file)) ? null : carryOutOn(readListText(path));
  return withListLock(file, async () => {
    const source = readListText(file);
    const { edited, notes } = await writeWithClaims(file, {
      edited: source === early?.before.source ? early : carryOutOn(source),
      again: () => carryOutOn(source),
      write: ({ before, after }) =>
        before.source === after.source ? [] : replaceUndoably(file, command, before.source, after.source),
    });
    return { path, ...edited, notes };
  });
}

function carryOut<Result>(
  path: string,
  source: string,
  steps: Steps<Result>,
  refuse: (path: string, list: TaskList) => void,
): Edited & { readonly result: Result } {
  const before = readFrom(path, readTaskList(source));
  refuse(path, before);
  let [after, takes] = [before, undefined as string | undefined];
  const plans = steps(before);
  for (let step = plans.next(before); ; step = plans.next(after)) {
    if (step.done) return { before, after, takes, result: step.value };
    after = carryOutPlan(path, after, step.value);
    ({ takes } = step.value);
  }
}

function carryOutPlan(path: string, before: TaskList, plan: Plan): TaskList {
  const edited = revise(before, editsOf(plan));
  const after = edited === before ? before : readFrom(path, revise(edited, [followHeaderStatus]));
  assertOnlyIntended(before, after, plan);
  return after;
}

export interface EditedTask extends EditedList {
  /** The task as it was. */
  readonly from: Task;
  /** The task as it is now. */
  readonly task: Task;
}

/**
 * Edits only one task of the list, and the header's status, which follows from the tasks.
 * @param factsFor - returns the task's new facts
 * @throws Refusal if the task does not exist, `factsFor` refuses, or the file cannot be written.
 */
export async function editTask(
  options: EditOptions,
  command: string,
  argument: string,
  factsFor: (list: TaskList, task: Task) => Partial<TaskFacts>,
): Promise<EditedTask> {
  const { result, ...edited } = await editListInSteps(options, command, function* (list) {
    const from = pickTask(list, argument);
    const after = yield { facts: new Map([[from.number, factsFor(list, from)]]) };
    return { from, task: pickTask(after, from.number) };
  });
  return { ...edited, ...result };
}
