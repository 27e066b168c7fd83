import { existsSync, lstatSync, unlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { followHeaderStatus } from "../../document/edit/follow-tasks.ts";
import type { Edit } from "../../document/edit/revise.ts";
import { replaceSpan, revise } from "../../document/edit/revise.ts";
import { factsOf } from "../../document/edit/task-facts.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { textHash } from "../../document/text-hash.ts";
import { withListLock } from "../../list-file/list-lock.ts";
import { readListText } from "../../list-file/list-text.ts";
import { createFile, replaceFile } from "../../list-file/replace-file.ts";
import { stateFolder, writeOwnFile } from "../../own-folder.ts";
import { unlessRefused } from "../../refusal.ts";

interface PutBack {
  /** The numbers of the tasks that were added, removed or changed (criteria, boxes, status or other facts). */
  readonly changed: readonly string[];
  /** Where the list with these changes is kept; null if it could not be. */
  readonly copy: string | null;
}

const nothingPutBack: PutBack = { changed: [], copy: null };

/**
 * Compares the list with its text before an assistant ran, and reverts the assistant's changes: the list decides what
 * is run, so the assistant must not change it. Tasks that other named owners changed meanwhile are kept.
 */
export async function putBackChanges(file: string, before: string, owner: string): Promise<PutBack> {
  if (textAt(file) === before) return nothingPutBack;
  return existsSync(file)
    ? withListLock(file, () => putBack(file, before, owner))
    : putBack(file, before, owner);
}

/** As `putBackChanges`, for a process that is about to exit and can't wait for a lock. */
export function putBackNow(file: string, before: string, owner: string): void {
  if (textAt(file) !== before) putBack(file, before, owner);
}

function putBack(file: string, before: string, owner: string): PutBack {
  const text = textAt(file);
  const was = readTaskList(before);
  const is = readTaskList(text ?? "");
  const others = was.tasks.filter((task) => isWorkOfOthers(task, sameTask(is, task), owner));
  const restored = revise(was, [takeTasks(others, is), followHeaderStatus]).source;
  if (restored === text) return nothingPutBack;
  if (isLink(file)) unlinkSync(file);
  if (existsSync(file)) replaceFile(file, restored);
  else createFile(file, restored);
  return { changed: changedTasks(readTaskList(restored), is), copy: keepCopy(file, text) };
}

/** Some of the changes may be those of a person. Earlier copies are kept, up to a limit. */
function keepCopy(file: string, text: string | null): string | null {
  if (text === null) return null;
  const name = `${basename(file, ".md")}-${textHash(file).toString(36)}-${Date.now().toString(36)}.md`;
  const copy = join(stateFolder(), "put-back", name);
  return writeOwnFile(copy, text) === undefined ? copy : null;
}

/** Null if the file is missing, unreadable or now a symbolic link. */
const textAt = (file: string): string | null =>
  isLink(file) ? null : unlessRefused(() => readListText(file), null);

const isLink = (file: string): boolean =>
  lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;

const sameTask = (list: TaskList, { number, title }: Task): Task | undefined =>
  list.tasks.find((task) => task.number === number && task.title === title);

/** Whether another owner has or had the task, and changed only what work on a task changes. */
function isWorkOfOthers(was: Task, is: Task | undefined, owner: string): boolean {
  if (is === undefined || was.owner === owner || is.owner === owner) return false;
  if (was.owner === null && is.owner === null) return false;
  return isDeepStrictEqual(constantsOf(was), constantsOf(is));
}

/** The parts of a task that work on it does not change. */
function constantsOf(task: Task) {
  const { status: _, owner: __, blockedReason: ___, proof: ____, verification, ...facts } = factsOf(task);
  return { ...facts, criteria: verification.map(({ text }) => text) };
}

/** Takes some tasks of a list from another version of it. */
const takeTasks = (tasks: readonly Task[], other: TaskList): Edit => {
  const edits = tasks.flatMap((task) => {
    const { span } = sameTask(other, task) ?? {};
    return span ? [replaceSpan(task.span, other.source.slice(span.start, span.end))] : [];
  });
  return () => edits;
};

function changedTasks(was: TaskList, is: TaskList): readonly string[] {
  const changed = was.tasks.filter((task) => {
    const now = sameTask(is, task);
    return now === undefined || !isDeepStrictEqual(factsOf(task), factsOf(now));
  });
  const added = is.tasks.filter((task) => sameTask(was, task) === undefined);
  return [...new Set([...changed, ...added].map(({ number }) => number))];
}
