import type { Dirent } from "node:fs";
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { readTaskList } from "../document/read-task-list.ts";
import { inputRefusal, isSystemError, unlessRefused } from "../refusal.ts";
import { readListText } from "./list-text.ts";
import { gitRoot, isHomeFolder, realPath, relativePath } from "./paths.ts";

/**
 * The list a command works on: the one named by `--list`, else by `TASKS_FILE`, else the one found from the
 * current folder upward.
 * @throws Refusal if `--list` is empty, none is found, or several are found and not exactly one of them is unfinished.
 */
export function findList(named: string | undefined): string {
  if (named === "") throw inputRefusal("empty-text", "--list must not be empty.");
  const given = named ?? (process.env["TASKS_FILE"] || undefined);
  if (given !== undefined) return given;
  const folders = foldersToSearch(process.cwd());
  for (const folder of folders) {
    const lists = listsIn(folder);
    if (lists.length > 0) return relativePath(chooseAmong(lists));
  }
  throw inputRefusal(
    "no-list",
    `No task list found: no tasks-*.md in .*/tasks/ or tasks/ of ${foldersInWords(folders)}. ${whereElse(process.cwd())}`,
  );
}

/** Names a list one folder below, where `generate` puts the list of a PRD outside a git repository. */
function whereElse(folder: string): string {
  const [first, ...others] = foldersIn(folder).flatMap(listsIn).map(relativePath);
  const make = "Make one with: tasks generate PRD";
  if (first === undefined) return make;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `One folder down: ${first}${more}. Name one with --list PATH or TASKS_FILE. ${make}`;
}

/** The current folder and its parents up to the root of the git repository; outside of one, only the current folder. */
function foldersToSearch(start: string): readonly string[] {
  const root = gitRoot(start);
  if (root === undefined) return [start];
  const folders = [start];
  for (let folder = start; folder !== root; ) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/** The lists in the folder's own `tasks` folder and in those of its hidden folders. */
function listsIn(folder: string): readonly string[] {
  // The assistants' folders in the home folder belong to no project.
  if (isHomeFolder(folder)) return [];
  const taskFolders = entriesOf(folder)
    .filter(({ name }) => name.startsWith(".") || name === "tasks")
    .map(({ name }) => (name === "tasks" ? join(folder, name) : join(folder, name, "tasks")));
  const lists = taskFolders.flatMap((taskFolder) =>
    entriesOf(taskFolder)
      .filter(({ name }) => /^tasks-.*\.md$/.test(name))
      .map(({ name }) => join(taskFolder, name))
      .filter(isFileOrBroken),
  );
  return withoutAliases(lists);
}

/** Reading a named pipe would wait forever. A broken link counts as a list, so that the command reports it. */
function isFileOrBroken(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return true;
  }
}

/** Drops lists found twice, because two assistants' folders may link to one folder. */
function withoutAliases(paths: readonly string[]): readonly string[] {
  return [...Map.groupBy(paths, realPath).values()].flatMap((aliases) => aliases.slice(0, 1));
}

/** The folder's entries sorted by name; empty if it can't be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) =>
      one.name < other.name ? -1 : 1,
    );
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP")) return [];
    throw error;
  }
}

function chooseAmong(lists: readonly string[]): string {
  const [first, ...others] = lists.length > 1 ? lists.filter(isUnfinished) : lists;
  if (first !== undefined && others.length === 0) return first;
  const names = lists.map(relativePath).join(", ");
  throw inputRefusal(
    "several-lists",
    `Several task lists found: ${names}. Name one with --list PATH or TASKS_FILE.`,
  );
}

/** An unreadable list counts too: the command must not silently use another one. */
function isUnfinished(path: string): boolean {
  const tasks = unlessRefused(() => readTaskList(readListText(path)).tasks, []);
  return tasks.length === 0 || tasks.some(({ status }) => status.value !== "Complete");
}

function foldersInWords(folders: readonly string[]): string {
  const [here, ...parents] = folders;
  return parents.length > 0 ? `${here} or its parents up to ${parents.at(-1)}` : `${here}`;
}

/** The subfolders to search. Links are not followed, because they may form a cycle. */
const foldersIn = (folder: string): readonly string[] =>
  entriesOf(folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
    .map(({ name }) => join(folder, name));
