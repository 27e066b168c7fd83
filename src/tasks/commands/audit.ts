import { existsSync, realpathSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { table } from "../cli/terminal/table.ts";
import { plural } from "../cli/terminal/words.ts";
import { filePathsOf } from "../document/file-paths.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { unmetDependencies } from "../document/task-queries.ts";
import type { CommitStanding, HasChanged } from "../list-file/git/commits.ts";
import { changedPaths, commitStandings } from "../list-file/git/commits.ts";
import type { FileCommit } from "../list-file/git/file-history.ts";
import { fileHistory } from "../list-file/git/file-history.ts";
import { gitRoot, relativePath, resolveBelow } from "../list-file/paths.ts";
import { openList } from "../workflow/open-list.ts";
import { dependencyInWords } from "../workflow/rules/workflow-rules.ts";
import { parseProofLine } from "../workflow/verifying/proof.ts";
import type { Declaration } from "./operation.ts";
import { operation } from "./operation.ts";

const declaration = {
  name: "audit",
  summary: "find completions that were not earned: open items, unfinished dependencies, missing files",
  examples: ["tasks audit"],
  tool: { summary: "Completions that were not earned.", does: "reads", pages: "findings" },
} as const satisfies Declaration;

interface Finding {
  readonly number: string;
  readonly problem:
    | "open-verification"
    | "unfinished-dependency"
    | "missing-file"
    | "unchanged-file"
    | "unknown-commit"
    | "unrelated-commit";
  /** A note may have an explanation, so it leaves the exit code at 0. */
  readonly severity: "finding" | "note";
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
    repository === undefined ? noDoubts : await doubtsFromGit(repository, realpathSync(path), complete);
  const findings: readonly Finding[] = complete.flatMap((task) => [
    ...openVerification(task),
    ...unfinishedDependencies(list, task),
    ...missingFiles(task, root),
    ...doubts.of(task).map((doubt) => ({ number: task.number, severity: "note" as const, ...doubt })),
  ]);
  const json = { list: relativePath(path), findings };
  if (findings.length === 0) return { json, text: earned(complete.length), notes: doubts.notes };
  const rows = findings.map(({ number, problem, severity, message }) => [number, severity, problem, message]);
  return {
    json,
    text: table(rows, 3),
    notes: doubts.notes,
    exitCode: isEarned(findings) ? 0 : 1,
  };
});

const earned = (completions: number): string =>
  completions === 0
    ? "No completed tasks to audit."
    : `${plural(completions, "completion")}, all of them earned.`;

const isEarned = (findings: readonly Finding[]): boolean =>
  findings.every(({ severity }) => severity === "note");

function openVerification({ number, verification }: Task): readonly Finding[] {
  const open = verification.filter(({ checked }) => !checked);
  if (open.length === 0) return [];
  const items = open.map(({ text }) => `"${text}"`).join(", ");
  return [
    {
      number,
      problem: "open-verification",
      severity: "finding",
      message: `Complete with open verification: ${items}`,
    },
  ];
}

const unfinishedDependencies = (list: TaskList, task: Task): readonly Finding[] =>
  unmetDependencies(list, task).map((name) => ({
    number: task.number,
    problem: "unfinished-dependency",
    severity: "finding",
    message: `Complete before ${dependencyInWords(list, name)}`,
  }));

const missingFiles = (task: Task, root: string): readonly Finding[] =>
  filePathsOf(task)
    .filter((path) => !existsSync(resolveBelow(root, path) ?? ""))
    .map((path) => ({
      number: task.number,
      problem: "missing-file",
      severity: "finding",
      message: `${path} does not exist`,
    }));

/** Completions that the git history calls into question. A squash or a rename may explain them. */
interface Doubt {
  readonly problem: "unchanged-file" | "unknown-commit" | "unrelated-commit";
  readonly message: string;
}

interface Doubts {
  of(task: Task): readonly Doubt[];
  /** The checks that could not be made. */
  readonly notes: readonly string[];
}

const noDoubts: Doubts = { of: () => [], notes: [] };

/** Compares completed tasks with the git history. Runs only a few git processes, however many tasks there are. */
async function doubtsFromGit(root: string, listFile: string, complete: readonly Task[]): Promise<Doubts> {
  if (complete.length === 0) return noDoubts;
  const proofs = complete.flatMap(provenOn);
  const [history, standings] = await Promise.all([
    complete.some(({ files }) => files.length > 0) ? fileHistory(root, listFile) : [],
    commitStandings(root, new Set(proofs)),
  ]);
  const creation = history?.at(-1);
  const unchanged = await unchangedFiles(root, creation);
  return {
    of: (task) => [...unchanged(task), ...doubtfulProof(task, standings)],
    notes: creation?.isBoundary
      ? ["This clone is shallow: whether the files of a task have changed was not looked at."]
      : [],
  };
}

const provenOn = ({ proof }: Task): readonly string[] =>
  proof.flatMap(({ text }) => parseProofLine(text)?.commit ?? []);

function doubtfulProof(task: Task, standings: ReadonlyMap<string, CommitStanding>): readonly Doubt[] {
  return [...new Set(provenOn(task))].flatMap((commit): readonly Doubt[] => {
    const standing = standings.get(commit);
    if (standing === "unknown")
      return [{ problem: "unknown-commit", message: `Proof from ${commit}, which git does not know` }];
    if (standing !== "unrelated") return [];
    const message = `Proof from ${commit}, which is not part of HEAD's history`;
    return [{ problem: "unrelated-commit", message }];
  });
}

type FindUnchanged = (task: Task) => readonly Doubt[];

/** The files of a task that exist, but have not changed since the list was created. */
async function unchangedFiles(root: string, creation: FileCommit | undefined): Promise<FindUnchanged> {
  if (creation === undefined || creation.isBoundary) return () => [];
  const hasChanged = await changedPaths(root, creation.commit);
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
          .map((path) => ({
            problem: "unchanged-file",
            message: `${path} has not changed since the list was created`,
          }));
}

function isUnchanged(root: string, path: string, hasChanged: HasChanged): boolean {
  const absolute = resolveBelow(root, path);
  // A missing file is a separate finding.
  if (absolute === undefined || !existsSync(absolute)) return false;
  const name = relative(root, absolute).split(sep).join("/");
  return !hasChanged(name);
}
