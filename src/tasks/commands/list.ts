import { presentTask } from "../cli/reporting/present-task.ts";
import { claimInWords, paint, paintStatus, statusMark } from "../cli/terminal/paint.ts";
import { table } from "../cli/terminal/table.ts";
import { readStatus } from "../document/read-status.ts";
import type { Status, Task, TaskList } from "../document/task-list.ts";
import { unmetDependencies } from "../document/task-queries.ts";
import { relativePath } from "../list-file/paths.ts";
import { inputRefusal } from "../refusal.ts";
import { claimElsewhere, isFree } from "../workflow/claims/claim-elsewhere.ts";
import { openList } from "../workflow/open-list.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { operation } from "./operation.ts";

const declaration = {
  name: "list",
  summary: "list the tasks, or those that match every option",
  options: {
    status: { value: "status", summary: "only tasks with this status", tool: true },
    owner: { value: "name", summary: "only tasks of this owner", tool: true },
    phase: { value: "phase", summary: "only tasks of this phase", tool: true },
    ready: { summary: "only tasks that could be started now", tool: true },
    search: { value: "text", summary: "only tasks that contain this text", tool: true },
  },
  examples: ["tasks list --ready", 'tasks list --phase 2 --status "Not Started"'],
  tool: {
    summary: "The tasks that match all options, in short; show gives one in full.",
    does: "reads",
    shortens: { tasks: ["number", "title", "status", "ready", "dependencies", "owner", "claim"] },
  },
} as const satisfies Declaration;

type ListOptions = OptionsOf<typeof declaration>;

type Filter = (task: Task) => boolean;

/** The tasks of the list, or those that match every given option. */
export const list = operation(declaration, async (options) => {
  const { path, list: taskList } = openList(options.list);
  const filters = filtersOf(taskList, options);
  const tasks = taskList.tasks.filter((task) => filters.every((fits) => fits(task)));
  const json = { list: relativePath(path), tasks: tasks.map((task) => presentTask(taskList, task)) };
  return { json, text: tasks.length > 0 ? tasksTable(taskList, tasks) : "No task fits." };
});

function filtersOf(list: TaskList, options: ListOptions): readonly Filter[] {
  const filters: Filter[] = [];
  if (options.status !== undefined) filters.push(withStatus(options.status));
  if (options.phase !== undefined) filters.push(inPhase(list, options.phase));
  if (options.owner !== undefined) filters.push(({ owner }) => sameText(owner ?? "", options.owner ?? ""));
  if (options.ready) filters.push((task) => isFree(list, task));
  if (options.search !== undefined) filters.push(withText(list, options.search));
  return filters;
}

function withStatus(words: string): Filter {
  const wanted: Status | undefined = readStatus(words)?.value;
  if (wanted === undefined) {
    const known = "Not Started, In Progress, Blocked, Complete";
    throw inputRefusal("unknown-status", `"${words}" is not a status: use one of ${known}.`);
  }
  return ({ status }) => status.value === wanted;
}

function inPhase({ phases, tasks }: TaskList, words: string): Filter {
  const phase = Number(/^\s*(?:phase\s*)?(\d+)\s*$/i.exec(words)?.[1]);
  if (phases.some(({ number }) => number === phase) || tasks.some((task) => task.phase === phase)) {
    return (task) => task.phase === phase;
  }
  const known = phases.map(({ number }) => number).join(", ");
  throw inputRefusal("unknown-phase", `There is no phase "${words}" (phases: ${known}).`);
}

function withText({ source }: TaskList, words: string): Filter {
  const wanted = words.toLowerCase();
  return ({ span }) => source.slice(span.start, span.end).toLowerCase().includes(wanted);
}

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function tasksTable(list: TaskList, tasks: readonly Task[]): string {
  const rows = tasks.map((task) => [
    statusMark(task.status.value),
    task.number,
    task.title,
    stateOf(list, task),
    task.owner ?? "",
  ]);
  return table(rows, 2);
}

function stateOf(list: TaskList, task: Task): string {
  const elsewhere = claimElsewhere(list, task);
  if (elsewhere) return paint("dim", claimInWords(elsewhere));
  const { value, blockedReason } = task.status;
  if (value === "Blocked") return paintStatus(value, blockedReason ? `Blocked - ${blockedReason}` : value);
  if (value !== "Not Started") return paintStatus(value, value);
  if (isFree(list, task)) return "ready";
  return paint("dim", `waits for ${unmetDependencies(list, task).join(", ") || "a known status"}`);
}
