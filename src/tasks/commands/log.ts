import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { Declaration } from "../cli/options/declaration.ts";
import { paint } from "../cli/terminal/paint.ts";
import { table } from "../cli/terminal/table.ts";
import type { Task } from "../document/task-list.ts";
import type { FileCommit } from "../list-file/git.ts";
import { fileHistory } from "../list-file/git.ts";
import { gitRoot, relativePath } from "../list-file/paths.ts";
import { openList } from "../workflow/open-list.ts";
import { pickTask } from "../workflow/pick-task.ts";
import type { TaskEvent } from "../workflow/task-events.ts";
import { taskEvents } from "../workflow/task-events.ts";
import { parseProofLine } from "../workflow/verifying/proof-line.ts";
import { operation } from "./operation.ts";

const declaration = {
  name: "log",
  summary: "show the history of the list or one task: changes of status from git, and the proof",
  arguments: { number: { value: "number", summary: "the task; without it all of them", tool: true } },
  examples: ["tasks log", "tasks log 1.2"],
  tool: {
    summary: "History of the list or one task, from git, and its proof.",
    does: "reads",
    pages: "events",
  },
} as const satisfies Declaration;

/** The history of the list or of a task: changes of status from git, and the proof. */
export const log = operation(declaration, async ({ number, ...options }) => {
  const { path, list } = openList(options.list);
  const task = number === undefined ? undefined : pickTask(list, number);
  const file = realpathSync(path);
  const root = gitRoot(dirname(file));
  const commits = root === undefined ? null : await fileHistory(root, file);
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
