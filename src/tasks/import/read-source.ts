import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { readTaskList } from "../document/read-task-list.ts";
import { readListText } from "../list-file/list-text.ts";
import { refuseMerge } from "../list-file/open-list.ts";
import { inputRefusal } from "../refusal.ts";
import { plural } from "../terminal/words.ts";
import { readOutline } from "./outline/read-outline.ts";
import type { SourceList } from "./source-list.ts";

/**
 * Reads another tool's list.
 * @throws Refusal if the file is empty, contains no list, is a task list already, or has no tags and one is named.
 */
export async function readSource(path: string, tag: string | undefined): Promise<SourceList> {
  const list = await readAny(path, tag);
  if (tag !== undefined && list.format !== "task-master")
    throw inputRefusal("unknown-tag", `${path} has no tags: --tag is for Task Master's JSON.`);
  if (list.phases.some(({ tasks }) => tasks.length > 0)) return list;
  throw inputRefusal("no-tasks", `${path} holds no task.`);
}

async function readAny(path: string, tag: string | undefined): Promise<SourceList> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return (await import("./read-backlog.ts")).readBacklog(path);
  const source = readListText(path).replace(/^\uFEFF/, "");
  if (source.trim() === "") throw inputRefusal("empty-file", `${path} is empty.`);
  if (/^\s*[{[]\s*(?:["{}\]]|$)/.test(source) || /\.jsonl?$/i.test(path)) {
    const { readBeads } = await import("./read-beads.ts");
    const { readTaskMaster } = await import("./read-task-master.ts");
    return readBeads(source) ?? readTaskMaster(path, source, tag);
  }
  const { readBacklogFile } = await import("./read-backlog.ts");
  return readBacklogFile(source) ?? readMarkdown(path, source);
}

function readMarkdown(path: string, source: string): SourceList {
  const list = readTaskList(source);
  refuseMerge(path, list);
  if (list.tasks.length > 0) {
    const count = plural(list.tasks.length, "task");
    throw inputRefusal(
      "already-a-list",
      `${path} is in the documented form already (${count}): work on it with tasks --list ${path}.`,
    );
  }
  const read = readOutline(source);
  if (read) return read;
  const found = list.diagnostics
    .find(({ rule }) => rule === "no-tasks")
    ?.message.replace(/^.*Found instead: /, "");
  throw inputRefusal(
    "not-a-list",
    `No task was found in ${path}, only ${found}. tasks import takes a checkbox outline, headings that say Task, or a list of spec-kit, Kiro, Task Master, beads or Backlog.md.`,
  );
}

/** The file name of the imported list: the source's name, or its tag or folder if it is only called `tasks`. */
export function importedName(path: string, tag: string | undefined): string {
  const own = basename(path)
    .replace(/\.[a-z]+$/i, "")
    .replace(/^tasks?[-_]+/i, "");
  const folder = [dirname(path), dirname(dirname(path))]
    .map((name) => basename(name).replace(/^\.+/, ""))
    .find((name) => name !== "" && name !== "tasks");
  const name = /^(?:tasks?|todo)$/i.test(own) ? (tag ?? folder ?? own) : own;
  // Tags are often named after a branch such as `feature/sign-in`, where the slash would start a folder.
  return `tasks-${name.replaceAll(/[\s/\\]+/g, "-")}.md`;
}
