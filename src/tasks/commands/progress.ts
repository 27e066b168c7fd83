import { prdPath } from "../document/read-task-list.ts";
import type { Status, Task, TaskList } from "../document/task-list.ts";
import { effortMinutes, headerStatusOf } from "../document/task-queries.ts";
import { changedPrdNote } from "../generate/prd-version.ts";
import type { Answer } from "../reporting/answers.ts";
import { headline } from "../reporting/describe-task.ts";
import { presentTask } from "../reporting/present-task.ts";
import { paint, paintStatus } from "../terminal/paint.ts";
import { bar, table } from "../terminal/table.ts";
import { formatMinutes, plural } from "../terminal/words.ts";
import { nextTask } from "../workflow/next-task.ts";
import { whyNothingIsReady } from "../workflow/rules.ts";
import { query } from "./operation.ts";

type Progress = Omit<Answer<"progress">, "list">;

export const progress = query(
  {
    name: "progress",
    alias: "status",
    summary: "show the progress: counts, phases, effort left and what is next",
    examples: ["tasks progress"],
    tool: { summary: "Counts, phases, effort left, what is next.", does: "reads" },
  },
  (opened) => {
    const { list } = opened;
    const next = nextTask(list);
    const note = changedPrdNote(opened);
    const json = { ...countsOf(list), next: next ? presentTask(list, next) : null };
    const { title, status, phases } = json;
    const heading = `${paint("bold", title ?? "Task list")}${paint("dim", " · ")}${paintStatus(status, status)}`;
    const lines = summaryLines(list, json, next).map(
      ([name, text]) => `  ${paint("dim", name.padEnd(12))}${text}`,
    );
    const text = [heading, table(phases.map(phaseRow), 1), lines.join("\n")].join("\n\n");
    return { json, text, notes: note === null ? [] : [note] };
  },
);

function countsOf(list: TaskList): Omit<Progress, "next"> {
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
    minutesLeft: list.tasks.filter(isOpen).reduce((sum, task) => sum + (effortMinutes(task) ?? 0), 0),
    phases: phasesOf(list).filter(({ total }) => total > 0),
  };
}

const isOpen = ({ status }: Task): boolean => status.value !== "Complete";

/** A task counts once, in the phase whose section it is in, even if its number or the phase's occurs twice. */
const phasesOf = (list: TaskList): Progress["phases"] =>
  list.phases.map(({ number, title, heading }, index) => {
    const tasks = list.tasks.filter(({ phaseIndex, phase }) =>
      phaseIndex === null ? heading === null && phase === number : phaseIndex === index,
    );
    return { number, title, total: tasks.length, complete: tasks.filter((task) => !isOpen(task)).length };
  });

function phaseRow({ number, title, total, complete }: Progress["phases"][number]): readonly string[] {
  const drawn = bar(complete, total);
  return [`  Phase ${number}`, title, ...(drawn ? [drawn] : []), `${complete}/${total}`];
}

function summaryLines(list: TaskList, counts: Progress, next: Task | undefined): [string, string][] {
  const { total, complete, inProgress, blocked, pending, minutesLeft } = counts;
  const left = list.tasks.filter(isOpen);
  const unestimated = left.filter((task) => effortMinutes(task) === null).length;
  const note = unestimated > 0 ? ` and ${plural(unestimated, "task")} without an estimate` : "";
  const states = `${inProgress} in progress, ${blocked} blocked, ${pending} pending`;
  return [
    ["Tasks", `${complete} of ${total} complete, ${states}`],
    ["Effort left", left.length > 0 ? formatMinutes(minutesLeft) + note : "none"],
    ["Next", next ? headline(next) : (whyNothingIsReady(list) ?? "nothing left to do")],
  ];
}
