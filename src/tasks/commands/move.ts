import { neighbourOf, orderWith } from "../cli/options/new-task-place.ts";
import { reportEditedTask } from "../cli/reporting/report.ts";
import { headline } from "../cli/terminal/describe-task.ts";
import type { Assignment } from "../document/edit/renumber.ts";
import { assignNumber } from "../document/edit/renumber.ts";
import { getTask } from "../document/edit/revise.ts";
import type { Place } from "../document/edit/task-text.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import type { Renumbering } from "../document/task-number.ts";
import { phaseOf } from "../document/task-number.ts";
import type { Plan } from "../list-file/editing/edit-list.ts";
import { editList } from "../list-file/editing/edit-list.ts";
import { inputRefusal, ruleRefusal } from "../refusal.ts";
import { pickTask } from "../workflow/pick-task.ts";
import {
  presentRenumbering,
  renumberingInWords,
  renumberingLines,
  requireRenumberable,
} from "../workflow/renumbering.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { dryRun, forceRenumbering, operation, taskNumber } from "./operation.ts";

const declaration = {
  name: "move",
  summary: "move a task before or after another one",
  arguments: taskNumber,
  options: {
    before: { value: "number", summary: "the task to move it before", tool: true },
    after: { value: "number", summary: "the task to move it after", tool: true },
    ...forceRenumbering,
    ...dryRun,
  },
  examples: ["tasks move 2.4 --before 2.2"],
  tool: { summary: "Put a task before or after another; numbers and references follow.", does: "edits" },
} as const satisfies Declaration;

type MoveOptions = OptionsOf<typeof declaration>;

type NextTo = Extract<Place, { kind: "before" | "after" }>;

/** Moves a task before or after another one; numbers and references follow. */
export const move = operation(declaration, async ({ number: argument, ...options }) => {
  const edited = await editList(options, "move", (list) => {
    const task = pickTask(list, argument);
    return planMove(list, task, requirePlace(list, task, options), options);
  });
  const from = pickTask(edited.before, argument);
  const renumbering = renumberingOf(edited.before, from, requirePlace(edited.before, from, options));
  const task = pickTask(edited.after, renumbering.get(from.number) ?? from.number);
  const report = presentRenumbering(edited.after, renumbering);
  const done = edited.before === edited.after ? "is there already" : "moved";
  const text = [`${headline(task)}: ${done}`, ...renumberingLines(report)].join("\n");
  return reportEditedTask(options, { ...edited, task }, text, report);
});

function requirePlace(list: TaskList, task: Task, options: MoveOptions): NextTo {
  const neighbour = neighbourOf(options);
  if (!neighbour)
    throw inputRefusal("missing-place", "Say where to move it: --before NUMBER or --after NUMBER.");
  const { number } = pickTask(list, neighbour.number);
  if (number === task.number)
    throw inputRefusal("same-task", `Task ${number} cannot be moved next to itself.`);
  return { kind: neighbour.kind, number };
}

function planMove(list: TaskList, task: Task, place: NextTo, options: MoveOptions): Plan {
  const renumbering = renumberingOf(list, task, place);
  requireRenumberable(list, renumbering, options.force);
  requireOrderKept(list, task, place);
  if (renumbering.size === 0 && isThereAlready(list, task, place)) return {};
  const moved = { number: task.number, place };
  return { moved, renumbering, ...(renumbering.size > 0 ? { notes: [noteOf(task, renumbering)] } : {}) };
}

function noteOf({ number, title }: Task, renumbering: Renumbering): string {
  const others = new Map([...renumbering].filter(([old]) => old !== number));
  const moved = `moved Task ${number} → ${renumbering.get(number) ?? number} "${title}"`;
  return others.size > 0 ? `${moved}, renumbered ${renumberingInWords(others)}` : moved;
}

function renumberingOf(list: TaskList, task: Task, place: NextTo): Renumbering {
  const target = getTask(list, place.number).phase;
  if (target === task.phase) return permuted(list, task, place);
  const assignment: Assignment = assignNumber(list, place);
  return new Map([[task.number, assignment.number], ...assignment.renumbering]);
}

/** Within a phase the numbers keep their places, and the tasks between the two places get new ones. */
function permuted(list: TaskList, task: Task, place: NextTo): Renumbering {
  const inPhase = (number: string): boolean => phaseOf(number) === task.phase;
  const slots = list.tasks.map(({ number }) => number).filter(inPhase);
  const order = orderAfter(list, task, place).filter(inPhase);
  return new Map(
    order.flatMap((old, index): [string, string][] => {
      const number = slots[index];
      return number === undefined || number === old ? [] : [[old, number]];
    }),
  );
}

function orderAfter(list: TaskList, task: Task, place: NextTo): readonly string[] {
  const tasks = list.tasks.filter(({ number }) => number !== task.number);
  return orderWith({ tasks }, place, task.number);
}

const isThereAlready = (list: TaskList, task: Task, place: NextTo): boolean =>
  orderAfter(list, task, place).every((number, index) => number === list.tasks[index]?.number);

/** @throws Refusal if a task would move before one that it depends on. */
function requireOrderKept(list: TaskList, { number: moved }: Task, place: NextTo): void {
  const before = positions(list.tasks.map(({ number }) => number));
  const after = positions(orderAfter(list, getTask(list, moved), place));
  for (const { number, dependencies } of list.tasks) {
    const late = dependencies.resolved.find(
      (name) => isLate(after, number, name) && !isLate(before, number, name),
    );
    if (late === undefined) continue;
    throw ruleRefusal(
      "dependency-order",
      `Task ${moved} cannot be moved ${place.kind} ${place.number}: Task ${number} depends on ${late} and would come before it.`,
    );
  }
}

const positions = (order: readonly string[]): ReadonlyMap<string, number> =>
  new Map(order.map((number, index) => [number, index]));

const isLate = (order: ReadonlyMap<string, number>, number: string, dependency: string): boolean =>
  (order.get(dependency) ?? 0) > (order.get(number) ?? 0);
