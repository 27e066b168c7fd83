import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { followHeaderStatus } from "../../document/edit/follow-header-status.ts";
import { revise } from "../../document/edit/revise.ts";
import { factsOf } from "../../document/edit/task-facts.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { createFile } from "../../list-file/create-file.ts";
import { withListLock } from "../../list-file/list-lock.ts";
import { readListText } from "../../list-file/list-text.ts";
import { replaceFile } from "../../list-file/replace-file.ts";
import { Refusal } from "../../refusal.ts";

/** What an assistant did to the list, which has been put back. */
interface PutBack {
  /** The tasks whose criteria, boxes, status or other facts it changed, added or removed; empty for other text. */
  readonly numbers: readonly string[];
}

/**
 * Compares the list with what it was before an assistant ran, and puts back what the assistant changed: it runs
 * what the list says, so it must not decide what that is. Tasks that others work on under a name of their own
 * meanwhile stay as these left them.
 * @returns null where there was nothing to put back.
 */
export async function putBackChanges(file: string, before: string, owner: string): Promise<PutBack | null> {
  if (textAt(file) === before) return null;
  return existsSync(file)
    ? withListLock(file, () => putBack(file, before, owner))
    : putBack(file, before, owner);
}

/** The same for a process that is about to end, and can wait for no lock. */
export function putBackNow(file: string, before: string, owner: string): void {
  if (textAt(file) !== before) putBack(file, before, owner);
}

function putBack(file: string, before: string, owner: string): PutBack | null {
  const text = textAt(file);
  const was = readTaskList(before);
  const is = readTaskList(text ?? "");
  const others = was.tasks.filter((task) => isWorkOfOthers(task, sameTask(is, task), owner));
  const restored = revise(readTaskList(withTasksOf(was, is, others)), [followHeaderStatus]).source;
  if (restored === text) return null;
  if (existsSync(file)) replaceFile(file, restored);
  else createFile(file, restored);
  return { numbers: changedTasks(readTaskList(restored), is) };
}

/** Null where it is gone, or nothing that could be read. */
function textAt(file: string): string | null {
  try {
    return readListText(file);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const sameTask = (list: TaskList, { number, title }: Task): Task | undefined =>
  list.tasks.find((task) => task.number === number && task.title === title);

/** Whether somebody else has the task or had it, and has changed no more than working on it changes. */
function isWorkOfOthers(was: Task, is: Task | undefined, owner: string): boolean {
  if (is === undefined || was.owner === owner || is.owner === owner) return false;
  if (was.owner === null && is.owner === null) return false;
  return isDeepStrictEqual(constantsOf(was), constantsOf(is));
}

/** What work on a task leaves as it is. */
function constantsOf(task: Task) {
  const { status: _, owner: __, blockedReason: ___, proof: ____, verification, ...facts } = factsOf(task);
  return { ...facts, criteria: verification.map(({ text }) => text) };
}

/** The text of a list with some of its tasks as they are in another version of it. */
function withTasksOf(list: TaskList, other: TaskList, tasks: readonly Task[]): string {
  return tasks
    .toSorted((one, two) => two.span.start - one.span.start)
    .reduce((text, task) => {
      const is = sameTask(other, task);
      if (!is) return text;
      const own = other.source.slice(is.span.start, is.span.end);
      return text.slice(0, task.span.start) + own + text.slice(task.span.end);
    }, list.source);
}

function changedTasks(was: TaskList, is: TaskList): readonly string[] {
  const changed = was.tasks.filter((task) => {
    const now = sameTask(is, task);
    return now === undefined || !isDeepStrictEqual(factsOf(task), factsOf(now));
  });
  const added = is.tasks.filter((task) => sameTask(was, task) === undefined);
  return [...new Set([...changed, ...added].map(({ number }) => number))];
}
