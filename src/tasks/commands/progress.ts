import { presentTask } from "../cli/reporting/present-task.ts";
import { headline } from "../cli/terminal/describe-task.ts";
import { paint, paintStatus } from "../cli/terminal/paint.ts";
import { bar, table } from "../cli/terminal/table.ts";
import { formatMinutes, plural } from "../cli/terminal/words.ts";
import { prdPath } from "../document/read-task-list.ts";
import type { Phase, Status, Task, TaskList } from "../document/task-list.ts";
import { effortMinutes, headerStatusOf } from "../document/task-queries.ts";
import { changedPrdNote } from "../generate/prd-version.ts";
import { relativePath } from "../list-file/paths.ts";
import { nextTask } from "../workflow/next-task.ts";
import { openList } from "../workflow/open-list.ts";
import { whyNothingIsReady } from "../workflow/rules.ts";
import type { Declaration } from "./operation.ts";
import { operation } from "./operation.ts";

const declaration = {
  name: "progress",
  alias: "status",
  summary: "show the progress: counts, phases, effort left and what is next",
  examples: ["tasks progress"],
  tool: { summary: "Counts, phases, effort left, what is next.", does: "reads" },
} as const satisfies Declaration;

/** The progress of the list: counts, phases, the effort left and the next task. */
export const progress = operation(declaration, async (options) => {
  const opened = openList(options.list);
  const { path, list } = opened;
  const next = nextTask(list);
  const note = changedPrdNote(opened);
  const phases = list.phases.map((phase, index) => phaseProgress(list, phase, index)).filter(isFilled);
  const json = {
    list: relativePath(path),
    ...listProgress(list),
    phases,
    next: next ? presentTask(list, next) : null,
  };
  const blocks = [titleLine(json), phaseLines(phases), summaryLines(list, json, next)];
  return { json, text: blocks.join("\n\n"), notes: note === null ? [] : [note] };
});

function listProgress(list: TaskList) {
  const count = (status: Status): number => list.tasks.filter((task) => task.status.value === status).length;
  return {
    title: list.title?.text ?? null,
    prd: list.prd && prdPath(list.prd.value.text),
    status: headerStatusOf(list),
    total: list.tasks.length,
    complete: count("Complete"),
    inProgress: count("In Progress"),
    blocked: count("Blocked"),
    pending: count("Not Started"),
    minutesLeft: unfinished(list).reduce((sum, task) => sum + (effortMinutes(task) ?? 0), 0),
  };
}

interface PhaseProgress {
  readonly number: number;
  readonly title: string;
  readonly total: number;
  readonly complete: number;
}

/** A task counts once, in the phase whose section it is in, even if its number or the phase's occurs twice. */
function phaseProgress(list: TaskList, { number, title, heading }: Phase, index: number): PhaseProgress {
  const tasks = list.tasks.filter(({ phaseIndex, phase }) =>
    phaseIndex === null ? heading === null && phase === number : phaseIndex === index,
  );
  const complete = tasks.filter(({ status }) => status.value === "Complete").length;
  return { number, title, total: tasks.length, complete };
}

const isFilled = ({ total }: PhaseProgress): boolean => total > 0;

const unfinished = ({ tasks }: TaskList): readonly Task[] =>
  tasks.filter(({ status }) => status.value !== "Complete");

const titleLine = ({ title, status }: { title: string | null; status: Status }): string =>
  `${paint("bold", title ?? "Task list")}${paint("dim", " · ")}${paintStatus(status, status)}`;

function phaseLines(phases: readonly PhaseProgress[]): string {
  const rows = phases.map(({ number, title, total, complete }) => {
    const drawn = bar(complete, total);
    return [`  Phase ${number}`, title, ...(drawn ? [drawn] : []), `${complete}/${total}`];
  });
  return table(rows, 1);
}

function summaryLines(
  list: TaskList,
  counts: ReturnType<typeof listProgress>,
  next: Task | undefined,
): string {
  const { total, complete, inProgress, blocked, pending, minutesLeft } = counts;
  const left = unfinished(list);
  const unestimated = left.filter((task) => effortMinutes(task) === null).length;
  const note = unestimated > 0 ? ` and ${plural(unestimated, "task")} without an estimate` : "";
  const lines = [
    [
      "Tasks",
      `${complete} of ${total} complete, ${inProgress} in progress, ${blocked} blocked, ${pending} pending`,
    ],
    ["Effort left", left.length > 0 ? formatMinutes(minutesLeft) + note : "none"],
    ["Next", next ? headline(next) : (whyNothingIsReady(list) ?? "nothing left to do")],
  ];
  return lines.map(([name = "", value = ""]) => `  ${paint("dim", name.padEnd(12))}${value}`).join("\n");
}
