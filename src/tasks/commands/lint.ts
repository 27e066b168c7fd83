import { basename } from "node:path";
import { prdFileName, readTaskList } from "../document/read-task-list.ts";
import { openPrdOf } from "../generate/open-prd.ts";
import { prdRules } from "../generate/prd-rules.ts";
import { changedPrdNote } from "../generate/prd-version.ts";
import { fixList } from "../lint/fix-list.ts";
import type { FileDiagnostic } from "../lint/format-diagnostics.ts";
import { diagnosticsAsJson, formatDiagnostics, lintFormats } from "../lint/format-diagnostics.ts";
import { failsList, lintList } from "../lint/lint-list.ts";
import type { EditOptions } from "../list-file/editing/edit-list.ts";
import { editListInSteps } from "../list-file/editing/edit-list.ts";
import { unifiedDiff } from "../list-file/editing/unified-diff.ts";
import { findList } from "../list-file/find-list.ts";
import { readListText } from "../list-file/list-text.ts";
import type { OpenedList } from "../list-file/open-list.ts";
import { refuseMerge } from "../list-file/open-list.ts";
import { relativePath } from "../list-file/paths.ts";
import { plural } from "../terminal/words.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { dryRun, operation } from "./operation.ts";

const declaration = {
  name: "lint",
  summary: "check a list and report problems by line and column",
  arguments: {
    files: {
      value: "file",
      summary: "the lists (default: the one that every command takes)",
      isRepeatable: true,
    },
  },
  options: {
    prd: {
      value: "path",
      summary: "also compare the list with this PRD: requirements, numbers, non-goals",
      tool: true,
    },
    strict: {
      summary: "warnings count as errors, except shared-file, missing-number and many-requirements",
      tool: true,
    },
    fix: {
      summary: "repair what is safe: stale ranges and header status, missing Dependencies, misspelt labels",
    },
    ...dryRun,
    format: { value: "format", summary: "how to print", choices: lintFormats, default: "text" },
  },
  examples: [
    "tasks lint",
    "tasks lint --prd docs/0001-prd-sign-in.md --strict",
    "tasks lint --fix --dry-run",
    "tasks lint --format sarif > lint.sarif",
  ],
  tool: {
    summary: "What is wrong with the list; with prd, also against that PRD.",
    does: "reads",
  },
} as const satisfies Declaration;

type LintOptions = OptionsOf<typeof declaration>;

export const lint = operation(declaration, async ({ files = [], ...options }) => {
  const { format, dryRun: isDry, strict = false } = options;
  const paths = files.length > 0 ? files : [findList(options.list)];
  // Before the first of several lists is repaired, all are read: none is changed if one of them is refused.
  if (options.fix) for (const path of paths) refuseMerge(path, readTaskList(readListText(path)));
  const linted: LintedFile[] = [];
  for (const path of paths) linted.push(await lintFile(path, options));
  const diagnostics = linted.flatMap((file) => file.diagnostics);
  const diff = linted.flatMap((file) => file.diff || []).join("\n");
  const failures = diagnostics.filter((diagnostic) => failsList(diagnostic, strict));
  const [path = "", ...others] = paths;
  const answer = {
    list: others.length === 0 ? relativePath(path) : null,
    ...diagnosticsAsJson(diagnostics),
    failing: failures.length,
  };
  const text = format === "json" ? JSON.stringify(answer, null, 2) : formatDiagnostics(format, diagnostics);
  return {
    json: { ...answer, ...(isDry ? { diff } : {}) },
    text: diff || text,
    notes: [
      ...linted.flatMap((file) => file.notes),
      ...(format === "text" ? [summary(diagnostics, failures)] : []),
    ],
    exitCode: failures.length > 0 ? 1 : 0,
  };
});

interface LintedFile {
  readonly diagnostics: readonly FileDiagnostic[];
  /** What `--fix --dry-run` would change. */
  readonly diff: string;
  /** How much `--fix` changed, and whether the PRD has changed since the list was made from it. */
  readonly notes: readonly string[];
}

async function lintFile(path: string, { prd, fix: isFixed, ...options }: LintOptions): Promise<LintedFile> {
  const { dryRun: isDry = false } = options;
  const fixed = isFixed && (await fixFile({ list: path, dryRun: isDry }));
  const list = fixed ? fixed.after : readTaskList(readListText(path));
  const count = fixed && !isDry ? fixed.result : 0;
  const repairs = count > 0 ? [`${path}: ${plural(count, "repair")}, which tasks undo takes back.`] : [];
  const comparison = prd === undefined ? null : compareWith({ path, list }, prd);
  // The PRD line is right if it names the PRD that was given, whatever that file is called.
  const isNamed = prd !== undefined && prdFileName(list) === basename(prd);
  const diagnostics = lintList(list, comparison?.rules)
    .filter(({ rule }) => !(rule === "prd-name" && isNamed))
    .map((diagnostic) => ({ ...diagnostic, file: path }));
  const diff = fixed && isDry ? await unifiedDiff(path, fixed.before.source, list.source) : "";
  return { diagnostics, diff, notes: [...repairs, ...(comparison?.notes ?? [])] };
}

/** Makes the safe repairs, and returns how many there were. */
const fixFile = (options: EditOptions) =>
  editListInSteps(
    options,
    "lint --fix",
    function* (list) {
      yield { edits: [fixList] };
      return fixList(list).length;
    },
    refuseMerge,
  );

function compareWith(opened: OpenedList, path: string) {
  const note = changedPrdNote(opened, path);
  return { rules: prdRules(openPrdOf(opened, path).prd), notes: note === null ? [] : [note] };
}

/** The counts. With `--strict`, most warnings count as errors: the rules of those are named. */
function summary(diagnostics: readonly FileDiagnostic[], failures: readonly FileDiagnostic[]): string {
  if (diagnostics.length === 0) return "no problems found";
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const counts = `${plural(errors, "error")}, ${plural(diagnostics.length - errors, "warning")}`;
  const strict = failures.filter(({ severity }) => severity === "warning");
  if (strict.length === 0) return counts;
  const count = strict.length === 1 ? "1 counts as an error" : `${strict.length} count as errors`;
  return `${counts} (${count} with --strict: ${[...new Set(strict.map(({ rule }) => rule))].join(", ")})`;
}

/** The repairs of `lint --fix` as a separate tool, so that the lint tool only reads. */
export const fix = operation(
  {
    name: "fix",
    summary: "make the safe repairs of lint",
    options: dryRun,
    examples: [],
    tool: { summary: "Make lint's safe repairs.", does: "settles" },
  },
  (options) => lint.run({ ...options, fix: true, format: "text" }),
);
