import { existsSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { Declaration } from "../cli/options/declaration.ts";
import { table } from "../cli/terminal/table.ts";
import { plural } from "../cli/terminal/words.ts";
import { filePathsOf } from "../document/file-paths.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { unmetDependencies } from "../document/task-queries.ts";
import { gitRoot, relativePath, resolveBelow } from "../list-file/paths.ts";
import { doubtsFromGit, noDoubts } from "../workflow/doubts-from-git.ts";
import { openList } from "../workflow/open-list.ts";
import { dependencyInWords } from "../workflow/rules/workflow-rules.ts";
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
