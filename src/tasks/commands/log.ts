import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { paint } from "../cli/terminal/paint.ts";
import { table } from "../cli/terminal/table.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { Status, Task, TaskList } from "../document/task-list.ts";
import type { FileCommit } from "../list-file/git.ts";
import { fileHistory } from "../list-file/git.ts";
import { gitRoot, relativePath } from "../list-file/paths.ts";
import { openList } from "../workflow/open-list.ts";
import { pickTask } from "../workflow/pick-task.ts";
import { parseProofLine } from "../workflow/verifying/proof-line.ts";
import type { Declaration } from "./operation.ts";
import { operation } from "./operation.ts";

const declaration = {
  name: "log",
  summary: "show the history of the list or one task: changes of status from git, and the proof",
  arguments: { number: { value: "number", summary: "the task; without it all of them", tool: true } },
  examples: ["tasks log", "tasks log 1.2"],
  tool: {
    summary: "History of the list or one task, from git, and its proof.",
    does: "reads",
  },
} as const satisfies Declaration;

/** The history of the list or of a task: changes of status from git, and the proof. */
export const log = operation(declaration, async ({ number, ...options }) => {
  const { path, list } = openList(options.list);
  const task = number === undefined ? undefined : pickTask(list, number);
  const file = realpathSync(path);
  const root = gitRoot(dirname(file));
  const commits = root === undefined ? null : fileHistory(root, file);
  const events = commits ? taskEvents(list, commits, task?.number) : [];
  const proof = (task ? [task] : list.tasks).flatMap(proofOf);
  const blocks = [eventLines(events), proofLines(proof)].filter((block) => block !== "");
  return {
    json: { list: relativePath(path), events, proof },
    text: blocks.length > 0 ? blocks.join("\n\n") : "Nothing has happened yet.",
    notes: notesOn(commits),
  };
});

const shortCommit = (hash: string): string => hash.slice(0, 9);

function notesOn(commits: readonly FileCommit[] | null): readonly string[] {
  if (commits === null) return ["The list is not in a git repository, so only its Proof is known."];
  const boundary = commits.find(({ isBoundary }) => isBoundary);
  if (!boundary) return [];
  return [
    `This clone is shallow: what happened before ${shortCommit(boundary.commit)} is not known. git fetch --unshallow gets it.`,
  ];
}

function proofOf({ number, proof }: Task) {
  return proof.map(({ text }) => {
    const { time = null, commit = null, isChanged = false, command = null } = parseProofLine(text) ?? {};
    return { number, text, time, commit, changes: isChanged, command };
  });
}

function eventLines(events: readonly TaskEvent[]): string {
  const rows = events.map((event) => [
    event.date ? minutesOf(event.date) : "uncommitted",
    paint("yellow", shortCommit(event.commit ?? "")),
    event.number,
    changeInWords(event),
    paint("dim", event.author ?? ""),
    event.title,
  ]);
  return rows.length > 0 ? table(rows, 5) : "";
}

/** The author's local time, to the minute. */
const minutesOf = (date: string): string => date.slice(0, 16).replace("T", " ");

function changeInWords({ from, to, blockedReason, owner }: TaskEvent): string {
  if (to === null) return "removed";
  const state = blockedReason ? `${to} - ${blockedReason}` : to;
  const whose = to === "In Progress" && owner ? ` (${owner})` : "";
  return (from === null ? `added: ${state}` : `${from} → ${state}`) + whose;
}

function proofLines(proof: ReturnType<typeof proofOf>): string {
  const lines = proof.map(({ number, text }) => `  ${number}  ${text}`);
  return lines.length > 0 ? [paint("bold", "Proof"), ...lines].join("\n") : "";
}

/** A task changed its status, was added or was removed. */
interface TaskEvent {
  /** The number and title that it had then. */
  readonly number: string;
  readonly title: string;
  /** Null for a task that was added. */
  readonly from: Status | null;
  /** Null for a task that was removed. */
  readonly to: Status | null;
  readonly blockedReason: string | null;
  readonly owner: string | null;
  /** Null for a change that is not committed yet. */
  readonly commit: string | null;
  readonly author: string | null;
  /** ISO 8601. */
  readonly date: string | null;
}

type Source = Pick<TaskEvent, "commit" | "author" | "date">;
/**
 * A version of the list and its parents: one in most commits, several in a merge, none in the commit that added the
 * list.
 */
interface Step {
  readonly source: Source;
  readonly before: readonly TaskList[];
  readonly after: TaskList | null;
}

/**
 * The history of a list, newest first: changes that are not committed yet, then its commits. With `number`, only the
 * events of that task, including those under earlier numbers.
 */
function taskEvents(list: TaskList, commits: readonly FileCommit[], number?: string): readonly TaskEvent[] {
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
    // In older commits it may have had another number or title.
    [wanted, version] = [tasks[0] ?? task, found[0]?.version ?? after];
  }
  return events;
}

function stepsOf(list: TaskList, commits: readonly FileCommit[]): readonly Step[] {
  const read = remembering();
  // At the end of a shallow clone, every task looks as if it had just been added.
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

/** The text of one commit is the previous text of the next. */
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
  // A merge removes a task that one side removed, and that side's commit already reports it.
  const removed = only && others.length === 0 ? only.tasks.filter((task) => !isIn(after, task, only)) : [];
  return [
    ...changed,
    ...removed.map((task) => ({ ...source, ...namesOf(task), from: task.status.value, to: null })),
  ];
}

/** The change of a task's status; none if one of the previous versions has the same status. */
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
 * The same task in another version of the list, where it may have another number or title. A task with its number is a
 * different task if the task's own version also contains that task's title.
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
