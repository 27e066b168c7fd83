import { existsSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { filePathsOf } from "../document/file-paths-of.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { unmetDependencies } from "../document/task-queries.ts";
import { gitRoot } from "../file/git-root.ts";
import { resolveBelow } from "../file/resolve-below.ts";
import { openList } from "../picking/open-list.ts";
import type { Report } from "../reporting/report.ts";
import { dependencyInWords } from "../rules/workflow-rules.ts";
import { plural } from "../terminal/plural.ts";
import { table } from "../terminal/table.ts";

export interface AuditOptions {
  readonly list?: string;
}

interface Finding {
  readonly number: string;
  readonly problem: "open-verification" | "unfinished-dependency" | "missing-file";
  readonly message: string;
}

/** The completions that were not earned. */
export async function audit(options: AuditOptions): Promise<Report> {
  const { path, list } = openList(options.list);
  const folder = dirname(realpathSync(path));
  const root = gitRoot(folder) ?? folder;
  const complete = list.tasks.filter(({ status }) => status.value === "Complete");
  const findings = complete.flatMap((task) => [
    ...openVerification(task),
    ...unfinishedDependencies(list, task),
    ...missingFiles(task, root),
  ]);
  if (findings.length === 0) {
    return { json: { findings }, text: `${plural(complete.length, "completion")}, all of them earned.` };
  }
  const rows = findings.map(({ number, problem, message }) => [number, problem, message]);
  return { json: { findings }, text: table(rows, 2), exitCode: 1 };
}

function openVerification({ number, verification }: Task): readonly Finding[] {
  const open = verification.filter(({ checked }) => !checked);
  if (open.length === 0) return [];
  const items = open.map(({ text }) => `"${text}"`).join(", ");
  return [{ number, problem: "open-verification", message: `Complete with open verification: ${items}` }];
}

const unfinishedDependencies = (list: TaskList, task: Task): readonly Finding[] =>
  unmetDependencies(list, task).map((name) => ({
    number: task.number,
    problem: "unfinished-dependency",
    message: `Complete before ${dependencyInWords(list, name)}`,
  }));

const missingFiles = (task: Task, root: string): readonly Finding[] =>
  filePathsOf(task)
    .filter((path) => !existsSync(resolveBelow(root, path) ?? ""))
    .map((path) => ({ number: task.number, problem: "missing-file", message: `${path} does not exist` }));
