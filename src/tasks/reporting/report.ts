import type { TaskList } from "../document/task-list.ts";
import type { EditedList, EditOptions } from "../list-file/editing/edit-list.ts";
import { unifiedDiff } from "../list-file/editing/unified-diff.ts";
import type { NewList, NewListOptions } from "../list-file/editing/write-new-list.ts";
import { relativePath } from "../list-file/paths.ts";

/** A command's output in every form; `print` chooses the requested one. */
export interface Report {
  /** The value for `--json`. */
  readonly json: Readonly<Record<string, unknown>>;
  /** The same for people; empty if there is nothing to print. */
  readonly text: string;
  /** Further notes for standard error. */
  readonly notes?: readonly string[];
  /** 1 if a rule failed, although this is an answer, not a refusal (findings, nothing ready). */
  readonly exitCode?: 0 | 1;
}

/** An answer about a list, with the list's path for programs. */
export const aboutList = (path: string, report: Report): Report => ({
  ...report,
  json: { list: relativePath(path), ...report.json },
});

/** The text of a list before and after an edit, and notes on it. */
interface EditedText extends Pick<EditedList, "path" | "notes"> {
  readonly before: Pick<TaskList, "source">;
  readonly after: Pick<TaskList, "source">;
}

/** Reports an edit. A dry run shows it as a unified diff. */
export async function reportEdit(
  options: EditOptions,
  edited: EditedText,
  json: Report["json"],
  text: string,
): Promise<Report> {
  const { notes, path, before, after } = edited;
  if (!options.dryRun) return aboutList(path, { json, text, notes });
  const diff = await unifiedDiff(path, before.source, after.source);
  return aboutList(path, { json: { ...json, diff }, text: diff, notes });
}

/** A new list: its text or diff if requested, else its path, with the summary. */
export function reportNewList(
  { stdout }: NewListOptions,
  { text, target, diff, isWritten }: NewList,
  json: Report["json"],
  summary: string,
  notes: readonly string[],
): Report {
  const answer = {
    list: target === null ? null : relativePath(target),
    path: target,
    ...json,
    ...(stdout ? { text } : {}),
    ...(diff === null ? {} : { diff }),
  };
  if (isWritten) return { json: answer, text: `Wrote ${target}\n${summary}`, notes };
  return { json: answer, text: diff ?? text.trimEnd(), notes: [...summary.split("\n"), ...notes] };
}
