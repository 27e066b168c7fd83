import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { readTaskList } from "../document/read-task-list.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { matchTasks } from "../document/task-queries.ts";
import type { FileCommit } from "../list-file/git.ts";
import { fileHistory } from "../list-file/git.ts";
import { pickTask } from "../list-file/open-list.ts";
import { gitRoot } from "../list-file/paths.ts";
import type { Answer } from "../reporting/answers.ts";
import { paint } from "../terminal/paint.ts";
import { table } from "../terminal/table.ts";
import { inBlocks } from "../terminal/words.ts";
import { parseProofLine } from "../workflow/verifying/proof.ts";
import { query } from "./operation.ts";

type TaskEvent = Answer<"log">["events"][number];

export const log = query(
  {
    name: "log",
    summary: "show the history of the list or one task: changes of status from git, and the proof",
    arguments: { number: { value: "number", summary: "the task; without it all of them", tool: true } },
    examples: ["tasks log", "tasks log 1.2"],
    tool: { summary: "History of the list or one task, from git, and its proof.", does: "reads" },
  },
  ({ path, list }, { number }) => {
    const task = number === undefined ? undefined : pickTask(list, number);
    const file = realpathSync(path);
    const root = gitRoot(dirname(file));
    const commits = root === undefined ? null : fileHistory(root, file);
    const events = commits ? taskEvents(list, commits, task) : [];
    const proof = (task ? [task] : list.tasks).flatMap(proofOf);
    const lines = proof.map((line) => `  ${line.number}  ${line.text}`);
    const text = inBlocks([
      events.length > 0 ? [table(events.map(eventRow), 5)] : [],
      lines.length > 0 ? [paint("bold", "Proof"), ...lines] : [],
    ]);
    return {
      json: { events, proof },
      text: text || "No changes are known.",
      notes: notesOn(root, commits),
    };
  },
);

const shortCommit = (hash: string): string => hash.slice(0, 9);

function notesOn(root: string | undefined, commits: readonly FileCommit[] | null): readonly string[] {
  if (root === undefined) return ["The list is not in a git repository, so only its Proof is known."];
  if (commits === null)
    return ["Git cannot read the repository of the list, so only its Proof is known: git status says why."];
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
 * events of that task, including those under earlier numbers and titles.
 */
function taskEvents(list: TaskList, commits: readonly FileCommit[], task?: Task): readonly TaskEvent[] {
  // Versions of the wanted task: lists of one text are read once.
  const versions = new Set(task ? [task] : []);
  return stepsOf(list, commits).flatMap(({ source, before, after }) => {
    const now = after?.tasks ?? [];
    const parents = before.map(({ tasks }) => matchTasks(now, tasks));
    const wanted = task ? now.filter((one) => versions.has(one)) : now;
    const events = wanted.flatMap((one) => {
      const earlier = parents.flatMap((parent) => parent.get(one) ?? []);
      for (const version of earlier) versions.add(version);
      const [from = null, ...others] = earlier.map(({ status }) => status.value);
      const to = one.status.value;
      // In a new list, only what is begun already is reported.
      const isNews = task !== undefined || before.length > 0 || to !== "Not Started";
      return isNews && ![from, ...others].includes(to) ? [eventOf(source, one, from, to)] : [];
    });
    const [only, ...others] = before;
    // A merge removes a task that one side removed, and that side's commit already reports it.
    if (task || !only || others.length > 0) return events;
    const kept = new Set(parents[0]?.values());
    const removed = only.tasks.filter((one) => !kept.has(one));
    return [...events, ...removed.map((one) => eventOf(source, one, one.status.value, null))];
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

const eventOf = (
  source: Step["source"],
  { number, title, owner, status: { blockedReason } }: Task,
  from: TaskEvent["from"],
  to: TaskEvent["to"],
): TaskEvent => ({ ...source, number, title, owner, blockedReason, from, to });
