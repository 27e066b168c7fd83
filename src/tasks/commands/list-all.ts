import { dirname, resolve } from "node:path";
import { listProgress } from "../cli/reporting/list-progress.ts";
import type { Report } from "../cli/reporting/report.ts";
import { paint } from "../cli/terminal/paint.ts";
import { paintStatus } from "../cli/terminal/status-mark.ts";
import { table } from "../cli/terminal/table.ts";
import { findAllLists } from "../list-file/find-all-lists.ts";
import { relativePath } from "../list-file/relative-path.ts";
import { inputRefusal, Refusal } from "../refusal.ts";
import { openList } from "../workflow/open-list.ts";

/**
 * Every list of the repository with its progress.
 * @param list a list in the repository; by default the repository is that of the current folder
 */
export function listAll(list: string | undefined): Report {
  const folder = list === undefined ? process.cwd() : dirname(resolve(list));
  const paths = findAllLists(folder);
  if (paths.length === 0) {
    throw inputRefusal(
      "no-list",
      `No task list found: no tasks-*.md in .*/tasks/ or tasks/ of ${folder} or its repository. Make one with: tasks generate PRD`,
    );
  }
  const lists = paths.map(summaryOf);
  return { json: { lists }, text: table(lists.map(rowOf), 3) };
}

type Summary = ReturnType<typeof summaryOf>;

function summaryOf(path: string) {
  const list = relativePath(path);
  try {
    return { list, progress: listProgress(openList(list).list), error: null };
  } catch (error) {
    // An unreadable list must not hide the others.
    if (!(error instanceof Refusal)) throw error;
    return { list, progress: null, error: { code: error.code, message: error.message } };
  }
}

function rowOf({ list, progress, error }: Summary): readonly string[] {
  if (progress === null) return [list, "?", "", paint("red", error.message)];
  const { title, status, total, complete } = progress;
  return [list, `${complete}/${total}`, paintStatus(status, status), title ?? ""];
}
