import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readTaskList } from "../src/tasks/document/read-task-list.ts";
import type { Task, TaskList } from "../src/tasks/document/task-list.ts";
import { arrange } from "../src/tasks/import/arrange.ts";
import { readSource } from "../src/tasks/import/read-source.ts";
import { presentTask } from "../src/tasks/reporting/present-task.ts";

/**
 * Reads every list in `lists/` of CORPUS_DIR and prints a row for each: whether it was read, imported or neither and
 * why, its tasks, the share of the words under its task headings that are missing from every answer, and the open tasks
 * that can never become ready, with their unknown dependencies.
 */
const corpus = process.env["CORPUS_DIR"];
if (corpus === undefined) {
  process.stderr.write("measure-reading: set CORPUS_DIR to a folder with lists/\n");
  process.exit(2);
}

const folder = join(corpus, "lists");
let totals = { lists: 0, read: 0, imported: 0, tasks: 0, lost: 0, words: 0, stuck: 0 };
for (const name of readdirSync(folder).filter((file) => file.endsWith(".md"))) {
  const list = readTaskList(readFileSync(join(folder, name), "utf8"));
  const { lost, words } = lostWords(list);
  const stuck = stuckTasks(list);
  const imported = list.tasks.length === 0 ? await importedTasks(join(folder, name)) : null;
  const count = imported?.count ?? list.tasks.length;
  const how = list.tasks.length > 0 ? "read" : (imported?.how ?? "");
  const share = words === 0 ? "-" : `${((100 * lost) / words).toFixed(2)} %`;
  const waits = stuck.map(({ task, words: reason }) => `${task.number}: ${reason.join("; ")}`).join(" | ");
  process.stdout.write(`${[name, how, count, `lost ${share}`, `stuck ${stuck.length}`, waits].join("\t")}\n`);
  totals = {
    lists: totals.lists + 1,
    read: totals.read + (how === "read" ? 1 : 0),
    imported: totals.imported + (how === "imported" ? 1 : 0),
    tasks: totals.tasks + count,
    lost: totals.lost + lost,
    words: totals.words + words,
    stuck: totals.stuck + stuck.length,
  };
}
process.stdout.write(`${JSON.stringify(totals)}\n`);

async function importedTasks(path: string): Promise<{ count: number; how: string }> {
  try {
    const phases = arrange(await readSource(path, undefined));
    return { count: phases.flatMap(({ tasks }) => tasks).length, how: "imported" };
  } catch (error) {
    return { count: 0, how: error instanceof Error ? error.message : String(error) };
  }
}

/** Counts words under the headings that the task's answer lacks. Labels and dependencies are read but not shown. */
function lostWords(list: TaskList): { lost: number; words: number } {
  let [lost, total] = [0, 0];
  for (const task of list.tasks) {
    const answer = countWords(stringsIn(presentTask(list, task)).join("\n"));
    for (const [word, count] of countWords(textBelow(list, task))) {
      total += count;
      lost += Math.max(0, count - (answer.get(word) ?? 0));
    }
  }
  return { lost, words: total };
}

function textBelow({ source }: TaskList, task: Task): string {
  let text = source.slice(0, task.span.end);
  for (const { name, label, value, start, end } of task.fields) {
    // The answer shows the meaning of these fields, not their words. Of other fields only the label is left out.
    const isMeaning = ["dependencies", "status", "owner", "complexity"].includes(name);
    const span = { start, end: isMeaning ? end : name === "endpoint" ? value.start : label.end };
    text = text.slice(0, span.start) + " ".repeat(span.end - span.start) + text.slice(span.end);
  }
  return text.slice(task.heading.end).replaceAll(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\])?/gm, "");
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Open tasks that depend, directly or indirectly, on something that is not a task of the list. */
function stuckTasks({ tasks }: TaskList): { task: Task; words: readonly string[] }[] {
  const open = tasks.filter(({ status }) => status.value !== "Complete");
  const stuck = new Map(
    open.flatMap((task) => {
      const words = task.dependencies.unknown.map(({ text }) => text);
      return words.length > 0 ? [[task.number, { task, words }] as const] : [];
    }),
  );
  for (let size = -1; size < stuck.size; ) {
    size = stuck.size;
    for (const task of open) {
      const via = task.dependencies.resolved.filter((number) => stuck.has(number));
      if (via.length > 0 && !stuck.has(task.number)) stuck.set(task.number, { task, words: via });
    }
  }
  return [...stuck.values()];
}
