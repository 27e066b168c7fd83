import { readTaskList } from "../document/read-task-list.ts";
import type { Status, Task, TaskList } from "../document/task-list.ts";
import type { FileCommit } from "../list-file/git/file-history.ts";

/** That a task got another status, was added, or was removed. */
export interface TaskEvent {
  /** As it was numbered and titled then. */
  readonly number: string;
  readonly title: string;
  /** Null for a task that was added. */
  readonly from: Status | null;
  /** Null for one that was removed. */
  readonly to: Status | null;
  readonly blockedReason: string | null;
  readonly owner: string | null;
  /** Null for what is not committed yet. */
  readonly commit: string | null;
  readonly author: string | null;
  /** ISO 8601. */
  readonly date: string | null;
}

type Source = Pick<TaskEvent, "commit" | "author" | "date">;
/** A version of the list and those before it: one in most commits, several in a merge, none where it was added. */
interface Step {
  readonly source: Source;
  readonly before: readonly TaskList[];
  readonly after: TaskList | null;
}

/**
 * What happened to a list, the newest first: its commits, and before them what is not committed yet.
 * With `number` only what happened to that task, under whichever number it had.
 */
export function taskEvents(
  list: TaskList,
  commits: readonly FileCommit[],
  number?: string,
): readonly TaskEvent[] {
  const steps = stepsOf(list, commits);
  if (number === undefined) return steps.flatMap((step) => eventsOf(step));
  const events: TaskEvent[] = [];
  let wanted = list.tasks.find((task) => task.number === number);
  let version = list;
  for (const { source, before, after } of steps) {
    const task = wanted && after && counterpart(after, wanted, version);
    if (!task) continue;
    const found = before.flatMap((other) => {
      const earlier = counterpart(other, task, after);
      return earlier ? [{ version: other, earlier }] : [];
    });
    const tasks = found.map(({ earlier }) => earlier);
    events.push(...changeOf(source, task, tasks, true));
    // Further back it may have had another number or title.
    [wanted, version] = [tasks[0] ?? task, found[0]?.version ?? after];
  }
  return events;
}

function stepsOf(list: TaskList, commits: readonly FileCommit[]): readonly Step[] {
  const read = remembering();
  // Where a shallow clone ends, all there is looks as if it had been added.
  const known = commits.filter(({ isBoundary }) => !isBoundary);
  const steps = known.map(({ before, after, commit, author, date }) => ({
    source: { commit, author, date },
    before: before.map(read),
    after: after === null ? null : read(after),
  }));
  const newest = commits[0]?.after;
  const head = newest ? read(newest) : null;
  const uncommitted = { commit: null, author: null, date: null };
  return [{ source: uncommitted, before: head ? [head] : [], after: list }, ...steps];
}

/** One commit's text is the next one's text before. */
function remembering(): (text: string) => TaskList {
  const lists = new Map<string, TaskList>();
  return (text) => {
    const known = lists.get(text) ?? readTaskList(text);
    lists.set(text, known);
    return known;
  };
}

function eventsOf({ source, before, after }: Step): readonly TaskEvent[] {
  const changed = (after?.tasks ?? []).flatMap((task) => {
    const earlier = before.flatMap((list) => (after && counterpart(list, task, after)) ?? []);
    return changeOf(source, task, earlier, before.length > 0);
  });
  const [only, ...others] = before;
  // A merge takes out what one side has taken out, and that side's commit says so.
  const removed = only && others.length === 0 ? only.tasks.filter((task) => !isIn(after, task, only)) : [];
  return [
    ...changed,
    ...removed.map((task) => ({ ...source, ...namesOf(task), from: task.status.value, to: null })),
  ];
}

/** The change of a task's status; none where it has that of one of the versions before. */
function changeOf(
  source: Source,
  task: Task,
  earlier: readonly Task[],
  showsAdded: boolean,
): readonly TaskEvent[] {
  const to = task.status.value;
  const isOld = earlier.some(({ status }) => status.value === to);
  const isNews = earlier.length > 0 || showsAdded || to !== "Not Started";
  if (isOld || !isNews) return [];
  return [{ ...source, ...namesOf(task), from: earlier[0]?.status.value ?? null, to }];
}

const namesOf = ({ number, title, owner, status }: Task) => ({
  number,
  title,
  owner,
  blockedReason: status.blockedReason,
});

const isIn = (list: TaskList | null, task: Task, own: TaskList): boolean =>
  list !== null && counterpart(list, task, own) !== undefined;

/**
 * The same task in another version of the list than its own: it may have been renumbered there, or given another
 * title. One of its number whose title its own version has too is another task.
 */
function counterpart({ tasks }: TaskList, { number, title }: Task, own: TaskList): Task | undefined {
  const sameTitle = tasks.filter((task) => task.title === title);
  const isElsewhere = (task: Task): boolean => own.tasks.some((other) => other.title === task.title);
  return (
    sameTitle.find((task) => task.number === number) ??
    (sameTitle.length === 1 ? sameTitle[0] : undefined) ??
    tasks.find((task) => task.number === number && (task.title === title || !isElsewhere(task)))
  );
}
