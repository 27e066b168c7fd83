import { readTaskList } from "../document/read-task-list.ts";
import type { TaskList } from "../document/task-list.ts";
import { editList } from "../editing/edit-list.ts";
import { readListText } from "../file/list-text.ts";
import { fixList } from "../lint/fix-list.ts";
import type { FileDiagnostic, LintFormat } from "../lint/format-diagnostics.ts";
import { diagnosticsAsJson, formatDiagnostics } from "../lint/format-diagnostics.ts";
import { lintList } from "../lint/lint-list.ts";
import type { CoveredRequirement } from "../lint/rules/uncovered-requirement.ts";
import type { OpenedList } from "../picking/open-list.ts";
import { locateList, refuseMerge } from "../picking/open-list.ts";
import type { Report } from "../reporting/report.ts";
import { plural } from "../terminal/plural.ts";

export interface LintOptions {
  readonly list?: string;
  readonly prd?: string;
  readonly fix?: boolean;
  readonly dryRun?: boolean;
  readonly format: LintFormat;
}

interface LintedFile {
  readonly diagnostics: readonly FileDiagnostic[];
  /** What `--fix --dry-run` would change. */
  readonly diff: string;
}

/** What is wrong with the lists; with `--fix`, what is still wrong once the safe repairs are made. */
export async function lint(files: readonly string[], options: LintOptions): Promise<Report> {
  const paths = files.length > 0 ? files : [locateList(options.list)];
  const linted: LintedFile[] = [];
  for (const path of paths) linted.push(await lintFile(path, options));
  const diagnostics = linted.flatMap((file) => file.diagnostics);
  const diff = linted.flatMap((file) => file.diff || []).join("\n");
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const text = formatDiagnostics(options.format, diagnostics);
  return {
    json: { ...diagnosticsAsJson(diagnostics), ...(options.dryRun ? { diff } : {}) },
    text: diff === "" ? text : diff,
    notes: options.format === "text" ? [summary(errors, diagnostics.length - errors)] : [],
    exitCode: errors > 0 ? 1 : 0,
  };
}

async function lintFile(path: string, options: LintOptions): Promise<LintedFile> {
  const { list, diff } = options.fix ? await fixFile(path, options) : readFile(path);
  const requirements = options.prd === undefined ? [] : await requirementsOf({ path, list }, options.prd);
  const diagnostics = lintList(list, requirements).map((diagnostic) => ({ ...diagnostic, file: path }));
  return { diagnostics, diff };
}

function readFile(path: string): { list: TaskList; diff: string } {
  return { list: readTaskList(readListText(path)), diff: "" };
}

/** Reading a PRD is a world of its own, loaded only where one is asked for. */
async function requirementsOf(opened: OpenedList, prdPath: string): Promise<readonly CoveredRequirement[]> {
  const { coverRequirements } = await import("../generate/coverage.ts");
  const { openPrdOf } = await import("../generate/open-prd.ts");
  return coverRequirements(openPrdOf(opened, prdPath).prd, opened.list);
}

async function fixFile(
  path: string,
  { dryRun = false }: LintOptions,
): Promise<{ list: TaskList; diff: string }> {
  const plan = () => ({ edits: [fixList], intent: {} });
  const { before, after } = await editList({ list: path, dryRun }, "lint --fix", plan, refuseMerge);
  if (!dryRun) return { list: after, diff: "" };
  const { unifiedDiff } = await import("../editing/unified-diff.ts");
  return { list: after, diff: unifiedDiff(path, before.source, after.source) };
}

function summary(errors: number, warnings: number): string {
  if (errors + warnings === 0) return "no problems found";
  return `${plural(errors, "error")}, ${plural(warnings, "warning")}`;
}
