import { assertOnlyIntended } from "../../document/edit/assert-only-intended.ts";
import type { Change } from "../../document/edit/change.ts";
import { editsOf } from "../../document/edit/change.ts";
import { followHeaderStatus } from "../../document/edit/follow-header-status.ts";
import { revise } from "../../document/edit/revise.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { readFrom } from "../../workflow/claims/claim-elsewhere.ts";
import { writeWithClaims } from "../../workflow/claims/follow-edit.ts";
import { locateList, refuseUnworkable } from "../../workflow/open-list.ts";
import { pickTask } from "../../workflow/pick-task.ts";
import { isLocked, withListLock } from "../list-lock.ts";
import { readListText } from "../list-text.ts";
import { replaceFile, writableFile } from "../replace-file.ts";
import { keepUndoRecord } from "../undo-store.ts";

export interface EditOptions {
  readonly list?: string;
  readonly dryRun?: boolean;
}

/** What a command means to do to a list. An empty plan changes nothing. */
export interface Plan extends Change {
  /** The number of the task that it takes for this working tree, so that no other one gets it. */
  readonly takes?: string;
}

interface Edited {
  readonly before: TaskList;
  readonly after: TaskList;
  /** The number of the task that the plan takes. */
  readonly takes?: string | undefined;
}

export interface EditedList extends Edited {
  readonly path: string;
  /** What the person should know besides, such as an undo that could not be kept. */
  readonly notes: readonly string[];
}

/** Decides, on the list as it is now, what to do; refuses by throwing. */
export type Planner = (list: TaskList) => Plan;

/** Plans several edits, each checked by itself: a `yield` of a plan gives the list that the plan leaves. */
export type Steps<Result> = (list: TaskList) => Generator<Plan, Result, TaskList>;

/**
 * Edits the list a command is about: under its lock, on what the file holds at that moment, checked by reading
 * the result, and written so that a kill leaves the old or the new file. A dry run writes nothing.
 * A list without tasks is refused like one in the middle of a merge, unless `refuse` says otherwise.
 * @throws Refusal where the plan refuses, or the file cannot be read, locked or written.
 */
export const editList = (
  options: EditOptions,
  command: string,
  plan: Planner,
  refuse?: (path: string, list: TaskList) => void,
): Promise<EditedList> =>
  editListInSteps(
    options,
    command,
    function* (list) {
      yield plan(list);
    },
    refuse,
  );

/** As `editList`, for several edits that are written together and taken back together. */
export async function editListInSteps<Result>(
  options: EditOptions,
  command: string,
  steps: Steps<Result>,
  refuse: (path: string, list: TaskList) => void = refuseUnworkable,
): Promise<EditedList & { readonly result: Result }> {
  const path = locateList(options.list);
  const carryOutOn = (source: string) => carryOut(path, source, steps, refuse);
  if (options.dryRun) return { path, ...carryOutOn(readListText(path)), notes: [] };
  const file = writableFile(path);
  // Planned before the lock, so that others wait for the writing only. A process that has the lock now is about to
  // change the file, and a plan for the text that is there would be in vain.
  const early = (await isLocked(file)) ? null : carryOutOn(readListText(file));
  return withListLock(file, async () => {
    const source = readListText(file);
    const { edited, notes } = await writeWithClaims(file, {
      edited: source === early?.before.source ? early : carryOutOn(source),
      again: () => carryOutOn(source),
      write: (decided) => write(file, command, decided),
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
  if (edited === before) return before;
  const after = readFrom(path, revise(edited, [followHeaderStatus]));
  assertOnlyIntended(before, after, plan);
  return after;
}

function write(file: string, command: string, { before, after }: Edited): readonly string[] {
  if (before.source === after.source) return [];
  const note = keepUndoRecord(file, command, before.source, after.source);
  replaceFile(file, after.source);
  return note === undefined ? [] : [note];
}

export interface EditedTask extends EditedList {
  /** The task as it was. */
  readonly from: Task;
  /** The task as it is now. */
  readonly task: Task;
}

/**
 * Edits one task of the list and nothing else (but for the header's status, which follows).
 * @param factsFor - decides what the task is to say
 * @throws Refusal where there is no such task, `factsFor` refuses, or the file cannot be written.
 */
export async function editTask(
  options: EditOptions,
  command: string,
  argument: string,
  factsFor: (list: TaskList, task: Task) => Partial<TaskFacts>,
): Promise<EditedTask> {
  const edited = await editList(options, command, (list) => {
    const task = pickTask(list, argument);
    return { facts: new Map([[task.number, factsFor(list, task)]]) };
  });
  return { ...edited, from: pickTask(edited.before, argument), task: pickTask(edited.after, argument) };
}
