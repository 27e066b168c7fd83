import { assignNumber } from "../document/edit/renumber.ts";
import { getTask } from "../document/edit/revise.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import type { Renumbering } from "../document/task-number.ts";
import { phaseOf } from "../document/task-number.ts";
import { pickTask } from "../list-file/open-list.ts";
import { neighbourOf, orderWith } from "../options/new-task-place.ts";
import { inputRefusal, ruleRefusal } from "../refusal.ts";
import { renumberingInWords, requireRenumberable } from "../workflow/renumbering.ts";
import { requireNoNewCycle } from "../workflow/rules.ts";
import { editAndReport, renumberedTask } from "./edit-and-report.ts";
import { dryRun, forceRenumbering, nextTo, operation, taskNumber } from "./operation.ts";

type NextTo = NonNullable<ReturnType<typeof neighbourOf>>;

export const move = operation(
  {
    name: "move",
    summary: "move a task before or after another one",
    arguments: taskNumber,
    options: {
      ...nextTo,
      ...forceRenumbering,
      ...dryRun,
    },
    examples: ["tasks move 2.4 --before 2.2"],
    tool: { summary: "Put a task before or after another; numbers and references follow.", does: "edits" },
  },
  ({ number: argument, ...options }) =>
    editAndReport(options, "move", function* (before) {
      const task = pickTask(before, argument);
      const place = requirePlace(before, task, neighbourOf(options));
      const old = before.tasks.map(({ number }) => number);
      const others = before.tasks.filter(({ number }) => number !== task.number);
      const order = orderWith({ tasks: others }, place, task.number);
      const renumbering = renumberingOf(before, task, place, order);
      requireRenumberable(before, renumbering, options.force);
      requireOrderKept(before, task, place, order);
      const isThere = renumbering.size === 0 && order.every((number, index) => number === old[index]);
      const notes = renumbering.size > 0 ? { notes: [noteOn(task, renumbering)] } : {};
      const list = yield isThere ? {} : { moved: { number: task.number, place }, renumbering, ...notes };
      requireNoNewCycle(before.tasks, list.tasks);
      const done = isThere ? "is there already" : "moved";
      return renumberedTask(list, renumbering.get(task.number) ?? task.number, done, renumbering);
    }),
);

function requirePlace(list: TaskList, task: Task, neighbour: NextTo | undefined): NextTo {
  if (!neighbour)
    throw inputRefusal("missing-place", "Say where to move it: --before NUMBER or --after NUMBER.");
  const { number } = pickTask(list, neighbour.number);
  if (number === task.number)
    throw inputRefusal("same-task", `Task ${number} cannot be moved next to itself.`);
  return { kind: neighbour.kind, number };
}

/** Within a phase the numbers keep their places, and the tasks between the two places get new ones. */
function renumberingOf(list: TaskList, task: Task, place: NextTo, order: readonly string[]): Renumbering {
  if (getTask(list, place.number).phase !== task.phase) {
    const { number, renumbering } = assignNumber(list, place);
    return new Map([[task.number, number], ...renumbering]);
  }
  const inPhase = (number: string): boolean => phaseOf(number) === task.phase;
  const slots = list.tasks.map(({ number }) => number).filter(inPhase);
  const pairs = order.filter(inPhase).map((old, index) => [old, slots[index] ?? old] as const);
  return new Map(pairs.filter(([old, now]) => old !== now));
}

function noteOn({ number, title }: Task, renumbering: Renumbering): string {
  const others = new Map([...renumbering].filter(([old]) => old !== number));
  const moved = `moved Task ${number} → ${renumbering.get(number) ?? number} "${title}"`;
  return others.size > 0 ? `${moved}, renumbered ${renumberingInWords(others)}` : moved;
}

/** @throws Refusal if a task would move before one that it depends on. */
function requireOrderKept(list: TaskList, moved: Task, place: NextTo, order: readonly string[]): void {
  const before = positions(list.tasks.map(({ number }) => number));
  const after = positions(order);
  for (const { number, dependencies } of list.tasks) {
    const isLate = (places: ReadonlyMap<string, number>, name: string): boolean =>
      (places.get(name) ?? 0) > (places.get(number) ?? 0);
    const late = dependencies.resolved.find((name) => isLate(after, name) && !isLate(before, name));
    if (late === undefined) continue;
    throw ruleRefusal(
      "dependency-order",
      `Task ${moved.number} cannot be moved ${place.kind} ${place.number}: Task ${number} depends on ${late} and would come before it.`,
    );
  }
}

const positions = (order: readonly string[]): ReadonlyMap<string, number> =>
  new Map(order.map((number, index) => [number, index]));
