import { realpathSync, statSync } from "node:fs";
import type { Intent } from "../document/edit/assert-only-intended.ts";
import { assertOnlyIntended } from "../document/edit/assert-only-intended.ts";
import { followHeaderStatus } from "../document/edit/follow-header-status.ts";
import type { Edit } from "../document/edit/revise.ts";
import { revise } from "../document/edit/revise.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { TaskList } from "../document/task-list.ts";
import { withListLock } from "../file/list-lock.ts";
import { readListText } from "../file/list-text.ts";
import { replaceFile } from "../file/replace-file.ts";
import { systemReason } from "../file/system-error.ts";
import { keepUndoRecord } from "../file/undo-store.ts";
import { locateList, refuseUnworkable } from "../picking/open-list.ts";
import { inputRefusal } from "../refusal.ts";

export interface EditOptions {
  readonly list?: string;
  readonly dryRun?: boolean;
}

/** What a command means to do to a list: the edits, and all that they may change. */
export interface Plan {
  readonly edits: readonly Edit[];
  readonly intent: Intent;
}

export interface EditedList {
  readonly path: string;
  readonly before: TaskList;
  readonly after: TaskList;
  /** What the person should know besides, such as an undo that could not be kept. */
  readonly notes: readonly string[];
}

/** Decides, on the list as it is now, what to do; refuses by throwing. */
export type Planner = (list: TaskList) => Plan;

/**
 * Edits the list a command is about: under its lock, on what the file holds at that moment, checked by reading
 * the result, and written so that a kill leaves the old or the new file. A dry run writes nothing.
 * A list without tasks is refused like one in the middle of a merge, unless `refuse` is told otherwise.
 * @throws Refusal where the plan refuses, or the file cannot be read, locked or written.
 */
export async function editList(
  options: EditOptions,
  command: string,
  plan: Planner,
  refuse: (path: string, list: TaskList) => void = refuseUnworkable,
): Promise<EditedList> {
  const path = locateList(options.list);
  if (options.dryRun) return { path, ...carryOut(path, plan, refuse), notes: [] };
  const file = writableFile(path);
  // Read before the lock as well: what is read twice is parsed once, and others wait the shorter for it.
  readTaskList(readListText(file));
  return withListLock(file, () => {
    const { before, after } = carryOut(file, plan, refuse);
    const notes = before.source === after.source ? [] : write(file, command, before.source, after.source);
    return { path, before, after, notes };
  });
}

function carryOut(
  path: string,
  plan: Planner,
  refuse: (path: string, list: TaskList) => void,
): { before: TaskList; after: TaskList } {
  const before = readTaskList(readListText(path));
  refuse(path, before);
  const { edits, intent } = plan(before);
  const edited = revise(before, edits);
  if (edited === before) return { before, after: before };
  const after = revise(edited, [followHeaderStatus]);
  assertOnlyIntended(before, after, intent);
  return { before, after };
}

function write(file: string, command: string, before: string, after: string): readonly string[] {
  const note = keepUndoRecord(file, command, before, after);
  replaceFile(file, after);
  return note === undefined ? [] : [note];
}

/** The file behind any symbolic links, after making sure that somebody may write it: root could write it regardless. */
export function writableFile(path: string): string {
  try {
    const file = realpathSync(path);
    if ((statSync(file).mode & 0o222) === 0) {
      throw inputRefusal("read-only-file", `${path} is read-only: chmod u+w it, if it is to be edited.`);
    }
    return file;
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw inputRefusal("unreadable-file", `Cannot read ${path}: ${reason}.`);
  }
}
