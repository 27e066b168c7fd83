import type { Report } from "../cli/reporting/report.ts";
import { plural } from "../cli/terminal/words.ts";
import { readTaskList } from "../document/read-task-list.ts";
import { withListLock } from "../list-file/list-lock.ts";
import { readListText } from "../list-file/list-text.ts";
import { relativePath } from "../list-file/paths.ts";
import { replaceFile, writableFile } from "../list-file/replace-file.ts";
import { mergeLists } from "../workflow/merge/merge-lists.ts";
import { refuseMerge } from "../workflow/open-list.ts";
import type { Declaration } from "./operation.ts";
import { dryRun, operation } from "./operation.ts";

const declaration = {
  name: "merge",
  summary: "merge two versions of a list, task by task: git's merge driver (tasks init --merge)",
  arguments: {
    base: { value: "base", summary: "the version that both come from", isRequired: true },
    ours: { value: "ours", summary: "the version that the result is written to", isRequired: true },
    theirs: { value: "theirs", summary: "the other version", isRequired: true },
  },
  options: dryRun,
  examples: ["tasks merge base.md ours.md theirs.md --dry-run"],
} as const satisfies Declaration;

/** Merges two versions of a list into the second of the three files, task by task: git's merge driver. */
export const merge = operation(declaration, async ({ base, ours, theirs, ...options }) => {
  const [baseText, theirText] = [readWhole(base), readWhole(theirs)];
  const mergeInto = (ourText: string) => mergeLists({ base: baseText, ours: ourText, theirs: theirText });
  if (options.dryRun) {
    const ourText = readWhole(ours);
    const { text, conflicts } = mergeInto(ourText);
    const { unifiedDiff } = await import("../list-file/editing/unified-diff.ts");
    const diff = unifiedDiff(ours, ourText, text);
    return {
      ...reportOn(ours, text, conflicts),
      json: { ...jsonOf(ours, text, conflicts), diff },
      text: diff,
    };
  }
  const file = writableFile(ours);
  return withListLock(file, () => {
    const ourText = readWhole(file);
    const { text, conflicts } = mergeInto(ourText);
    if (text !== ourText) replaceFile(file, text);
    return reportOn(ours, text, conflicts);
  });
});

function readWhole(path: string): string {
  const text = readListText(path);
  refuseMerge(path, readTaskList(text));
  return text;
}

function reportOn(path: string, text: string, conflicts: number): Report {
  const json = jsonOf(path, text, conflicts);
  if (conflicts === 0) return { json, text: "" };
  const lines = json.conflicts.map(({ line }) => line);
  const what = `${plural(conflicts, "conflict")}, on ${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
  return {
    json,
    text: "",
    notes: [`${path}: ${what}. Choose between the markers, then git add it.`],
    exitCode: 1,
  };
}

function jsonOf(path: string, text: string, conflicts: number) {
  const lines = text.split(/\r\n|\n|\r/);
  const at = lines.flatMap((line, index) => (line === "<<<<<<< ours" ? [{ line: index + 1 }] : []));
  return { list: relativePath(path), conflicts: conflicts === 0 ? [] : at };
}
