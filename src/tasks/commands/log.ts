import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { Answer } from "../cli/reporting/answers.ts";
import { paint } from "../cli/terminal/paint.ts";
import { table } from "../cli/terminal/table.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import type { FileCommit } from "../list-file/git.ts";
import { fileHistory } from "../list-file/git.ts";
import { gitRoot, relativePath } from "../list-file/paths.ts";
import { openList } from "../workflow/open-list.ts";
import { pickTask } from "../workflow/pick-task.ts";
import { parseProofLine } from "../workflow/verifying/proof-line.ts";
import { operation } from "./operation.ts";

type TaskEvent = Answer<"log">["events"][number];

/** The history of the list or of a task: changes of status from git, and the proof. */
export const log = operation(
  {
    name: "log",
    summary: "show the history of the list or one task: changes of status from git, and the proof",
    arguments: { number: { value: "number", summary: "the task; without it all of them", tool: true } },
    examples: ["tasks log", "tasks log 1.2"],
    tool: { summary: "History of the list or one task, from git, and its proof.", does: "reads" },
  },
  async ({ number, ...options }) => {
    const { path, list } = openList(options.list);
    const task = number === undefined ? undefined : pickTask(list, number);
    const file = realpathSync(path);
    const root = gitRoot(dirname(file));
    const commits = root === undefined ? null : fileHistory(root, file);
    const events = commits ? taskEvents(list, commits, task) : [];
    const proof = (task ? [task] : list.tasks).flatMap(proofOf);
    const lines = proof.map((line) => `  ${line.number}  ${line.text}`);
    const blocks = [
      ...(events.length > 0 ? [table(events.map(eventRow), 5)] : []),
      ...(lines.length > 0 ? [[paint("bold", "Proof"), ...lines].join("\n")] : []),
    ];
    return {
      json: { list: relativePath(path), events, proof },
      text: blocks.join("\n\n") || "Nothing has happened yet.",
      notes: notesOn(commits),
    };
  },
);

const shortCommit = (hash: string): string => hash.slice(0, 9);

function notesOn(commits: readonly FileCommit[] | null): readonly string[] {
  if (commits === null) return ["The list is not in a git repository, so only its Proof is known."];
  const boundary = commits.find(({ isBoundary }) => isBoundary);
  if (!boundary) return [];
  return [
    `This clone is shallow: what happened before ${shortCommit(boundary.commit)} is not known. git fetch --unshallow gets it.`,
  ];
}

function proofOf({ number, proof }: Task): Answer<"log">["proof"] {
  return proof.map(({ text }) => {
    const { time = null, commit = null, isChanged = false, command = null } = parseProofLine(text) ?? {};
    return { number, text, time, commit, changes: isChanged, command };
  });
}

const eventRow = (event: TaskEvent): readonly string[] => [
  // The author's local time, to the minute.
  event.date?.slice(0, 16).replace("T", " ") ?? "uncommitted",
  paint("yellow", shortCommit(event.commit ?? "")),
  event.number,
  changeInWords(event),
  paint("dim", event.author ?? ""),
  event.title,
];

function changeInWords({ from, to, blockedReason, owner }: TaskEvent): string {
  if (to === null) return "removed";
  const state = blockedReason ? `${to} - ${blockedReason}` : to;
  const whose = to === "In Progress" && owner ? ` (${owner})` : "";
  return (from === null ? `added: ${state}` : `${from} → ${state}`) + whose;
}

/**
 * A version of the list and its parents: one in most commits, several in a merge, none in the commit that added the
 * list.
 */
interface Step {
  readonly source: Pick<TaskEvent, "commit" | "author" | "date">;
  readonly before: readonly TaskList[];
  readonly after: TaskList | null;
}

/**
 * The history of a list, newest first: changes that are not committed yet, then its commits. With `task`, only the
 * events of that task, including those under earlier numbers.
 */
function taskEvents(list: TaskList, commits: readonly FileCommit[], task?: Task): readonly TaskEvent[] {
  const steps = stepsOf(list, commits);
  if (task === undefined) return steps.flatMap((step) => eventsOf(step, false));
  let wanted = { list, task };
  return steps.flatMap((step) => {
    const [is] = counterparts(step.after ? [step.after] : [], wanted);
    if (!is) return [];
    // In older commits it may have had another number or title.
    wanted = counterparts(step.before, is)[0] ?? is;
    return eventsOf(step, true).filter(({ number, to }) => number === is.task.number && to !== null);
  });
}

function stepsOf(list: TaskList, commits: readonly FileCommit[]): readonly Step[] {
  // The text of one commit is the previous text of the next.
  const texts = commits.flatMap(({ before, after }) => [...before, ...(after === null ? [] : [after])]);
  const lists = new Map([...new Set(texts)].map((text) => [text, readTaskList(text)]));
  const read = (text: string | null | undefined) => lists.get(text ?? "") ?? null;
  const uncommitted = { commit: null, author: null, date: null };
  const head = read(commits[0]?.after);
  return [
    { source: uncommitted, before: head ? [head] : [], after: list },
    ...commits
      // At the end of a shallow clone, every task looks as if it had just been added.
      .filter(({ isBoundary }) => !isBoundary)
      .map(({ before, after, commit, author, date }) => ({
        source: { commit, author, date },
        before: before.flatMap((text) => read(text) ?? []),
        after: read(after),
      })),
  ];
}

/** The changes of status, none where a parent has the same one; with `showsFirst` also what a new list begins with. */
function eventsOf({ source, before, after }: Step, showsFirst: boolean): readonly TaskEvent[] {
  const changed = (after?.tasks ?? []).flatMap((task) => {
    const earlier = after ? counterparts(before, { list: after, task }) : [];
    const [from = null, ...others] = earlier.map((one) => one.task.status.value);
    const to = task.status.value;
    const isNews = showsFirst || before.length > 0 || to !== "Not Started";
    return isNews && ![from, ...others].includes(to) ? [eventOf(source, task, from, to)] : [];
  });
  const [only, ...others] = before;
  // A merge removes a task that one side removed, and that side's commit already reports it.
  if (!only || others.length > 0) return changed;
  const isGone = (task: Task) => counterparts(after ? [after] : [], { list: only, task }).length === 0;
  const removed = only.tasks.filter(isGone);
  return [...changed, ...removed.map((task) => eventOf(source, task, task.status.value, null))];
}

const eventOf = (
  source: Step["source"],
  { number, title, owner, status: { blockedReason } }: Task,
  from: TaskEvent["from"],
  to: TaskEvent["to"],
): TaskEvent => ({ ...source, number, title, owner, blockedReason, from, to });

/** A task in a version of the list. */
interface TaskIn {
  readonly list: TaskList;
  readonly task: Task;
}

/**
 * The same task in other versions of the list, where it may have another number or title. A task with its number is a
 * different task if the task's own version also contains that task's title.
 */
function counterparts(lists: readonly TaskList[], { list: own, task }: TaskIn): readonly TaskIn[] {
  const isElsewhere = ({ title }: Task): boolean => own.tasks.some((other) => other.title === title);
  return lists.flatMap((list) => {
    const sameTitle = list.tasks.filter(({ title }) => title === task.title);
    const sameNumber = list.tasks.filter(({ number }) => number === task.number);
    const found =
      sameTitle.find(({ number }) => number === task.number) ??
      (sameTitle.length === 1 ? sameTitle[0] : undefined) ??
      sameNumber.find((other) => !isElsewhere(other));
    return found ? [{ list, task: found }] : [];
  });
}
