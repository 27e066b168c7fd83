import { existsSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { table } from "../cli/terminal/table.ts";
import { plural } from "../cli/terminal/words.ts";
import { filePathsOf } from "../document/file-paths.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { unmetDependencies } from "../document/task-queries.ts";
import type { CommitStanding, FileCommit, HasChanged } from "../list-file/git.ts";
import { changedPaths, commitStandings, fileHistory } from "../list-file/git.ts";
import { gitRoot, pathBelow, relativePath, resolveBelow } from "../list-file/paths.ts";
import { openList } from "../workflow/open-list.ts";
import { dependencyInWords } from "../workflow/rules.ts";
import { parseProofLine } from "../workflow/verifying/proof-line.ts";
import type { Declaration } from "./operation.ts";
import { operation } from "./operation.ts";

const declaration = {
  name: "audit",
  summary: "find completions that were not earned: open items, unfinished dependencies, missing files",
  examples: ["tasks audit"],
  tool: { summary: "Completions that were not earned.", does: "reads" },
} as const satisfies Declaration;

interface Problem {
  readonly problem:
    | "open-verification"
    | "unfinished-dependency"
    | "missing-file"
    | "unchanged-file"
    | "unknown-commit"
    | "unrelated-commit";
  readonly message: string;
}

/** Finds completions that were not earned. */
export const audit = operation(declaration, async (options) => {
  const { path, list } = openList(options.list);
  const folder = dirname(realpathSync(path));
  const repository = gitRoot(folder);
  const root = repository ?? folder;
  const complete = list.tasks.filter(({ status }) => status.value === "Complete");
  const doubts =
    repository === undefined ? noDoubts : doubtsFromGit(repository, realpathSync(path), complete);
  const findings = complete.flatMap((task) => [
    ...gapsIn(list, task, root).map((gap) => ({ number: task.number, severity: "finding", ...gap })),
    // A note may have an explanation, so it leaves the exit code at 0.
    ...doubts.of(task).map((doubt) => ({ number: task.number, severity: "note", ...doubt })),
  ]);
  const rows = findings.map(({ number, problem, severity, message }) => [number, severity, problem, message]);
  return {
    json: { list: relativePath(path), findings },
    text: rows.length > 0 ? table(rows, 3) : nothingFound(complete.length),
    notes: doubts.notes,
    exitCode: findings.some(({ severity }) => severity === "finding") ? 1 : 0,
  };
});

/** Says only what was looked at: whether the criteria were really met is known to those who ticked them. */
const nothingFound = (completions: number): string =>
  completions === 0
    ? "No completed tasks to audit."
    : `${plural(completions, "completion")} checked: no open items, unfinished dependencies or missing files.`;

/** What a completed task lacks: ticked items, Complete dependencies, files. */
function gapsIn(list: TaskList, task: Task, root: string): readonly Problem[] {
  const open = task.verification.filter(({ checked }) => !checked).map(({ text }) => `"${text}"`);
  const missing = filePathsOf(task).filter((path) => !existsSync(resolveBelow(root, path) ?? ""));
  return [
    ...(open.length > 0
      ? [problem("open-verification", `Complete with open verification: ${open.join(", ")}`)]
      : []),
    ...unmetDependencies(list, task).map((name) =>
      problem("unfinished-dependency", `Complete before ${dependencyInWords(list, name)}`),
    ),
    ...missing.map((path) => problem("missing-file", `${path} does not exist`)),
  ];
}

const problem = (kind: Problem["problem"], message: string): Problem => ({ problem: kind, message });

/** Completions that the git history calls into question. A squash or a rename may explain them. */
interface Doubts {
  of(task: Task): readonly Problem[];
  /** The checks that could not be made. */
  readonly notes: readonly string[];
}

const noDoubts: Doubts = { of: () => [], notes: [] };

/** Compares completed tasks with the git history. Runs only a few git processes, however many tasks there are. */
function doubtsFromGit(root: string, listFile: string, complete: readonly Task[]): Doubts {
  if (complete.length === 0) return noDoubts;
  const standings = commitStandings(root, new Set(complete.flatMap(provenOn)));
  const history = complete.some(({ files }) => files.length > 0) ? fileHistory(root, listFile) : [];
  const creation = history?.at(-1);
  const unchanged = unchangedFiles(root, creation);
  return {
    of: (task) => [...unchanged(task), ...doubtfulProof(task, standings)],
    notes: creation?.isBoundary
      ? ["This clone is shallow: whether the files of a task have changed was not looked at."]
      : [],
  };
}

const provenOn = ({ proof }: Task): readonly string[] =>
  proof.flatMap(({ text }) => parseProofLine(text)?.commit ?? []);

function doubtfulProof(task: Task, standings: ReadonlyMap<string, CommitStanding>): readonly Problem[] {
  return [...new Set(provenOn(task))].flatMap((commit): readonly Problem[] => {
    const standing = standings.get(commit);
    if (standing === "unknown")
      return [problem("unknown-commit", `Proof from ${commit}, which git does not know`)];
    if (standing !== "unrelated") return [];
    return [problem("unrelated-commit", `Proof from ${commit}, which is not part of HEAD's history`)];
  });
}

type FindUnchanged = (task: Task) => readonly Problem[];

/** The files of a task that exist, but have not changed since the list was created. */
function unchangedFiles(root: string, creation: FileCommit | undefined): FindUnchanged {
  if (creation === undefined || creation.isBoundary) return () => [];
  const hasChanged = changedPaths(root, creation.commit);
  if (hasChanged === null) return () => [];
  // A task that was Complete when the list was added was done in that commit, or before.
  const done = new Set(
    readTaskList(creation.after ?? "")
      .tasks.filter(({ status }) => status.value === "Complete")
      .map(({ title }) => title),
  );
  return (task) =>
    done.has(task.title)
      ? []
      : filePathsOf(task)
          .filter((path) => isUnchanged(root, path, hasChanged))
          .map((path) => problem("unchanged-file", `${path} has not changed since the list was created`));
}

function isUnchanged(root: string, path: string, hasChanged: HasChanged): boolean {
  const absolute = resolveBelow(root, path);
  // A missing file is a separate finding.
  if (absolute === undefined || !existsSync(absolute)) return false;
  const name = pathBelow(root, absolute);
  return !hasChanged(name);
}
