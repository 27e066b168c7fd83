import { readStatus } from "../document/read-status.ts";
import type { Status, Task, TaskList } from "../document/task-list.ts";
import { statuses } from "../document/task-list.ts";
import { unmetDependencies } from "../document/task-queries.ts";
import { claimElsewhere, claimInWords, isFree } from "../list-file/claims/claim-elsewhere.ts";
import { inputRefusal } from "../refusal.ts";
import { statusInWords } from "../reporting/describe-task.ts";
import { presentTask } from "../reporting/present-task.ts";
import { paint, paintStatus, statusMark } from "../terminal/paint.ts";
import { table } from "../terminal/table.ts";
import { query } from "./operation.ts";

export const list = query(
  {
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
  },
  ({ list: all }, { status, owner, phase, ready, search }) => {
    const wantedStatus = status === undefined ? undefined : requireStatus(status);
    const wantedPhase = phase === undefined ? undefined : requirePhase(all, phase);
    const tasks = all.tasks.filter(
      (task) =>
        (wantedStatus === undefined || task.status.value === wantedStatus) &&
        (wantedPhase === undefined || task.phase === wantedPhase) &&
        (owner === undefined || task.owner?.toLowerCase() === owner.toLowerCase()) &&
        (!ready || isFree(all, task)) &&
        (search === undefined || contains(all.source.slice(task.span.start, task.span.end), search)),
    );
    const rows = tasks.map((task) => [
      statusMark(task.status.value),
      task.number,
      task.title,
      stateOf(all, task),
      task.owner ?? "",
    ]);
    const json = { tasks: tasks.map((task) => presentTask(all, task)) };
    return { json, text: rows.length > 0 ? table(rows, 2) : "No task matches." };
  },
);

function requireStatus(words: string): Status {
  const wanted = readStatus(words)?.value;
  if (wanted !== undefined) return wanted;
  const known = statuses.join(", ");
  throw inputRefusal("unknown-status", `"${words}" is not a status: use one of ${known}.`);
}

function requirePhase({ phases, tasks }: TaskList, words: string): number {
  const phase = Number(/^\s*(?:phase\s*)?(\d+)\s*$/i.exec(words)?.[1]);
  const known = phases.map(({ number }) => number);
  if ([...known, ...tasks.map((task) => task.phase)].includes(phase)) return phase;
  throw inputRefusal("unknown-phase", `There is no phase "${words}" (phases: ${known.join(", ")}).`);
}

const contains = (text: string, words: string): boolean => text.toLowerCase().includes(words.toLowerCase());

function stateOf(list: TaskList, task: Task): string {
  const elsewhere = claimElsewhere(list, task);
  if (elsewhere) return paint("dim", claimInWords(elsewhere));
  const { value } = task.status;
  if (value !== "Not Started") return paintStatus(value, statusInWords(task.status));
  if (isFree(list, task)) return "ready";
  return paint("dim", `waits for ${unmetDependencies(list, task).join(", ") || "a known status"}`);
}
