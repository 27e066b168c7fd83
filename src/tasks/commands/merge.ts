import { readTaskList } from "../document/read-task-list.ts";
import { splitLines } from "../document/source-lines.ts";
import { withListLock } from "../list-file/list-lock.ts";
import { readListText } from "../list-file/list-text.ts";
import { refuseMerge } from "../list-file/open-list.ts";
import { replaceText, writableFile } from "../list-file/replace-file.ts";
import { reportEdit } from "../reporting/report.ts";
import { plural } from "../terminal/words.ts";
import { mergeLists } from "../workflow/merge/merge-lists.ts";
import { dryRun, operation } from "./operation.ts";

export const merge = operation(
  {
    name: "merge",
    summary: "merge two versions of a list, task by task: git's merge driver (tasks init --merge)",
    arguments: {
      base: { value: "base", summary: "the version that both come from", isRequired: true },
      ours: { value: "ours", summary: "the version that the result is written to", isRequired: true },
      theirs: { value: "theirs", summary: "the other version", isRequired: true },
      name: { value: "path", summary: "the list's path for messages: git merges temporary files" },
    },
    options: dryRun,
    examples: ["tasks merge base.md ours.md theirs.md --dry-run"],
  },
  async ({ base, ours: path, theirs, name = path, ...options }) => {
    const others = { base: readWhole(base), theirs: readWhole(theirs) };
    const mergeInto = (file: string) => {
      const ours = readWhole(file);
      const { text, conflicts } = mergeLists({ ours, ...others });
      if (!options.dryRun && text !== ours) replaceText(file, ours, text);
      return { before: { source: ours }, after: { source: text }, conflicts };
    };
    const file = options.dryRun ? path : writableFile(path);
    const edited = await (options.dryRun ? mergeInto(file) : withListLock(file, () => mergeInto(file)));
    const lines = edited.conflicts === 0 ? [] : conflictLines(edited.after.source);
    const notes = edited.conflicts === 0 ? [] : [conflictNote(name, edited.conflicts, lines)];
    const json = { conflicts: lines.map((line) => ({ line })) };
    const report = await reportEdit(options, { path, ...edited, notes }, json, "");
    return { ...report, exitCode: edited.conflicts === 0 ? 0 : 1 };
  },
);

function readWhole(path: string): string {
  const text = readListText(path);
  refuseMerge(path, readTaskList(text));
  return text;
}

function conflictNote(name: string, conflicts: number, lines: readonly number[]): string {
  const where = `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
  return `${name}: ${plural(conflicts, "conflict")}, on ${where}. Choose between the markers, then git add it.`;
}

/** The lines of the opening markers, counted from 1. */
const conflictLines = (text: string): readonly number[] =>
  splitLines(text).flatMap((line, index) => (line === "<<<<<<< ours" ? [index + 1] : []));
