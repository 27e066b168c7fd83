import type { Intent } from "../../document/edit/assert-only-intended.ts";
import { assertOnlyIntended } from "../../document/edit/assert-only-intended.ts";
import { followHeaderStatus } from "../../document/edit/follow-header-status.ts";
import type { Edit } from "../../document/edit/revise.ts";
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

/** What a command means to do to a list: the edits, and all that they may change. */
export interface Plan {
  readonly edits: readonly Edit[];
  readonly intent: Intent;
  /** The number of the task that it takes for this working tree, so that no other one gets it. */
  readonly takes?: string;
}

interface Edited<Made extends Plan> {
  readonly before: TaskList;
  readonly after: TaskList;
  /** The plans that were carried out. */
  readonly plans: readonly Made[];
  /** The number of the task that the plan takes. */
  readonly takes?: string | undefined;
}

export interface EditedList<Made extends Plan = Plan> extends Edited<Made> {
  readonly path: string;
  /** What the person should know besides, such as an undo that could not be kept. */
  readonly notes: readonly string[];
}

/** Decides, on the list as it is now, what to do; refuses by throwing. */
export type Planner<Made extends Plan = Plan> = (list: TaskList) => Made;

/** Decides on several edits, each planned on what the ones before it left and checked by itself. */
export type Planners<Made extends Plan = Plan> = (list: TaskList) => Iterable<Planner<Made>>;

/**
 * Edits the list a command is about: under its lock, on what the file holds at that moment, checked by reading
 * the result, and written so that a kill leaves the old or the new file. A dry run writes nothing.
 * A list without tasks is refused like one in the middle of a merge, unless `refuse` says otherwise.
 * @throws Refusal where the plan refuses, or the file cannot be read, locked or written.
 */
export const editList = <Made extends Plan>(
  options: EditOptions,
  command: string,
  plan: Planner<Made>,
  refuse?: (path: string, list: TaskList) => void,
): Promise<EditedList<Made>> => editListInSteps(options, command, () => [plan], refuse);

/** As `editList`, for several edits that are written together and taken back together. */
export async function editListInSteps<Made extends Plan>(
  options: EditOptions,
  command: string,
  planners: Planners<Made>,
  refuse: (path: string, list: TaskList) => void = refuseUnworkable,
): Promise<EditedList<Made>> {
  const path = locateList(options.list);
  const carryOutOn = (source: string): Edited<Made> => carryOut(path, source, planners, refuse);
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

function carryOut<Made extends Plan>(
  path: string,
  source: string,
  planners: Planners<Made>,
  refuse: (path: string, list: TaskList) => void,
): Edited<Made> {
  const before = readFrom(path, readTaskList(source));
  refuse(path, before);
  const plans: Made[] = [];
  let after = before;
  for (const planner of planners(before)) {
    const plan = planner(after);
    plans.push(plan);
    after = carryOutPlan(path, after, plan);
  }
  return { before, after, plans, takes: plans.at(-1)?.takes };
}

function carryOutPlan(path: string, before: TaskList, { edits, intent }: Plan): TaskList {
  const edited = revise(before, edits);
  if (edited === before) return before;
  const after = readFrom(path, revise(edited, [followHeaderStatus]));
  assertOnlyIntended(before, after, intent);
  return after;
}

function write(file: string, command: string, { before, after }: Edited<Plan>): readonly string[] {
  if (before.source === after.source) return [];
  const note = keepUndoRecord(file, command, before.source, after.source);
  replaceFile(file, after.source);
  return note === undefined ? [] : [note];
}

/** What happens to one task: the edits, and the facts that they give it. */
export interface TaskChange {
  readonly edits: readonly Edit[];
  readonly facts: Partial<TaskFacts>;
}

export interface EditedTask extends EditedList {
  /** The task as it was. */
  readonly from: Task;
  /** The task as it is now. */
  readonly task: Task;
}

/**
 * Edits one task of the list and nothing else (but for the header's status, which follows).
 * @throws Refusal where there is no such task, the change refuses, or the file cannot be written.
 */
export async function editTask(
  options: EditOptions,
  command: string,
  argument: string,
  change: (list: TaskList, task: Task) => TaskChange,
): Promise<EditedTask> {
  const edited = await editList(options, command, (list) => {
    const task = pickTask(list, argument);
    const { edits, facts } = change(list, task);
    return { edits, intent: { changed: new Map([[task.number, facts]]) } };
  });
  return { ...edited, from: pickTask(edited.before, argument), task: pickTask(edited.after, argument) };
}
