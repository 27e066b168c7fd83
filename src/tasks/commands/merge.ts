import { reportEdit } from "../cli/reporting/report.ts";
import { plural } from "../cli/terminal/words.ts";
import { readTaskList } from "../document/read-task-list.ts";
import { withListLock } from "../list-file/list-lock.ts";
import { readListText } from "../list-file/list-text.ts";
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
  const mergeInto = (path: string) => {
    const source = readWhole(path);
    return { before: { source }, ...mergeLists({ base: baseText, ours: source, theirs: theirText }) };
  };
  const { before, text, conflicts } = options.dryRun
    ? mergeInto(ours)
    : await writeMerged(writableFile(ours), mergeInto);
  const lines = conflicts === 0 ? [] : conflictLines(text);
  const edited = { path: ours, before, after: { source: text }, notes: noteOn(ours, conflicts, lines) };
  const report = await reportEdit(options, edited, { conflicts: lines.map((line) => ({ line })) }, "");
  return { ...report, exitCode: conflicts === 0 ? 0 : 1 };
});

interface Merged {
  readonly before: { readonly source: string };
  readonly text: string;
  readonly conflicts: number;
}

const writeMerged = (file: string, mergeInto: (path: string) => Merged): Promise<Merged> =>
  withListLock(file, () => {
    const merged = mergeInto(file);
    if (merged.text !== merged.before.source) replaceFile(file, merged.text);
    return merged;
  });

function readWhole(path: string): string {
  const text = readListText(path);
  refuseMerge(path, readTaskList(text));
  return text;
}

/** The lines of the opening markers, counted from 1. */
const conflictLines = (text: string): readonly number[] =>
  text.split(/\r\n|\n|\r/).flatMap((line, index) => (line === "<<<<<<< ours" ? [index + 1] : []));

function noteOn(path: string, conflicts: number, lines: readonly number[]): readonly string[] {
  if (conflicts === 0) return [];
  const what = `${plural(conflicts, "conflict")}, on ${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
  return [`${path}: ${what}. Choose between the markers, then git add it.`];
}
