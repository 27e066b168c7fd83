import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { filePathsOf } from "../document/file-paths.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { unmetDependencies } from "../document/task-queries.ts";
import type { CommitStanding, FileCommit } from "../list-file/git.ts";
import { changedPaths, commitStandings, fileHistory } from "../list-file/git.ts";
import { gitRoot, isWithin, pathBelow } from "../list-file/paths.ts";
import type { Answer } from "../reporting/answers.ts";
import { table } from "../terminal/table.ts";
import { plural } from "../terminal/words.ts";
import { dependencyInWords } from "../workflow/rules.ts";
import { parseProofLine } from "../workflow/verifying/proof.ts";
import { query } from "./operation.ts";

type Finding = Answer<"audit">["findings"][number];
type Problem = Finding["problem"];

/**
 * The problems in the order in which they are reported, each with what it says about its subject. A note may have an
 * explanation, such as a squash or a rename, so it leaves the exit code at 0.
 */
const problems: readonly (readonly [Problem, Finding["severity"], (subject: string) => string])[] = [
  ["open-verification", "finding", (items) => `Complete with open verification: ${items}`],
  ["unfinished-dependency", "finding", (task) => `Complete before ${task}`],
  ["missing-file", "finding", (path) => `${path} does not exist`],
  ["unchanged-file", "note", (path) => `${path} has not changed since the list was created`],
  ["unknown-commit", "note", (commit) => `Proof from ${commit}, which git does not know`],
  ["unrelated-commit", "note", (commit) => `Proof from ${commit}, which is not part of HEAD's history`],
];

export const audit = query(
  {
    name: "audit",
    summary: "find completions that were not earned: open items, unfinished dependencies, missing files",
    examples: ["tasks audit"],
    tool: { summary: "Completions that were not earned.", does: "reads" },
  },
  ({ path, list }) => {
    const file = realpathSync(path);
    const repository = gitRoot(dirname(file));
    const complete = list.tasks.filter(isComplete);
    const git = repository === undefined ? noFacts : factsFromGit(repository, file, complete);
    const findings = complete.flatMap((task) => {
      const subjects = subjectsOf(list, task, repository ?? dirname(file), git);
      return problems.flatMap(([problem, severity, messageOn]) =>
        subjects[problem].map((subject): Finding => {
          return { number: task.number, severity, problem, message: messageOn(subject) };
        }),
      );
    });
    const rows = findings.map(({ number, problem, severity, message }) => [
      number,
      severity,
      problem,
      message,
    ]);
    return {
      json: { findings },
      text: rows.length > 0 ? table(rows, 3) : nothingFound(complete.length),
      notes: git.notes,
      exitCode: findings.some(({ severity }) => severity === "finding") ? 1 : 0,
    };
  },
);

const isComplete = ({ status }: Task): boolean => status.value === "Complete";

/** Says only what was looked at: whether the criteria were really met is known to those who ticked them. */
const nothingFound = (completions: number): string =>
  completions === 0
    ? "No completed tasks to audit."
    : `${plural(completions, "completion")} checked: no open items, unfinished dependencies or missing files.`;

/** What each problem of a completed task is about. */
function subjectsOf(
  list: TaskList,
  task: Task,
  root: string,
  git: GitFacts,
): Readonly<Record<Problem, readonly string[]>> {
  const open = task.verification.filter(({ checked }) => !checked).map(({ text }) => `"${text}"`);
  const files = filePathsOf(task).map((path) => ({ path, file: existingFile(root, path) }));
  const commitsThat = (standing: CommitStanding): readonly string[] =>
    [...new Set(provenOn(task))].filter((commit) => git.standings.get(commit) === standing);
  return {
    "open-verification": open.length > 0 ? [open.join(", ")] : [],
    "unfinished-dependency": unmetDependencies(list, task).map((name) => dependencyInWords(list, name)),
    "missing-file": files.filter(({ file }) => file === undefined).map(({ path }) => path),
    "unchanged-file": files.flatMap(({ path, file }) =>
      file !== undefined && git.isUnchanged(task, file) ? [path] : [],
    ),
    "unknown-commit": commitsThat("unknown"),
    "unrelated-commit": commitsThat("unrelated"),
  };
}

/** The path below the root of a file or folder that exists there. */
function existingFile(root: string, path: string): string | undefined {
  const file = resolve(root, path.replace(/^\//, ""));
  return isWithin(root, file) && existsSync(file) ? pathBelow(root, file) : undefined;
}

const provenOn = ({ proof }: Task): readonly string[] =>
  proof.flatMap(({ text }) => parseProofLine(text)?.commit ?? []);

/** What the git history says about completions. */
interface GitFacts {
  readonly standings: ReturnType<typeof commitStandings>;
  /** Whether a task's file has not changed since the list was created. */
  isUnchanged(task: Task, file: string): boolean;
  /** The checks that could not be made. */
  readonly notes: readonly string[];
}

const noFacts: GitFacts = { standings: new Map(), isUnchanged: () => false, notes: [] };

/** Runs only a few git processes, however many tasks there are. */
function factsFromGit(root: string, listFile: string, complete: readonly Task[]): GitFacts {
  if (complete.length === 0) return noFacts;
  const standings = commitStandings(root, new Set(complete.flatMap(provenOn)));
  const history = complete.some(({ files }) => files.length > 0) ? fileHistory(root, listFile) : [];
  const creation = history?.at(-1);
  const isShallow = creation?.isBoundary === true;
  return {
    standings,
    isUnchanged: creation && !isShallow ? unchangedSince(root, creation) : noFacts.isUnchanged,
    notes: isShallow
      ? ["This clone is shallow: whether the files of a task have changed was not looked at."]
      : [],
  };
}

function unchangedSince(root: string, creation: FileCommit): GitFacts["isUnchanged"] {
  const hasChanged = changedPaths(root, creation.commit);
  if (hasChanged === null) return noFacts.isUnchanged;
  // A task that was Complete when the list was added was done in that commit, or before.
  const done = readTaskList(creation.after ?? "").tasks.filter(isComplete);
  const titles = new Set(done.map(({ title }) => title));
  return (task, file) => !titles.has(task.title) && !hasChanged(file);
}
