import { taskAnswer } from "../cli/reporting/present-task.ts";
import type { Report } from "../cli/reporting/report.ts";
import { reportEditedTask } from "../cli/reporting/report.ts";
import { headline, verificationLines } from "../cli/terminal/describe-task.ts";
import { plural } from "../cli/terminal/words.ts";
import type { TaskFacts } from "../document/edit/task-facts.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { editTask } from "../list-file/editing/edit-list.ts";
import { inputRefusal } from "../refusal.ts";
import { openList } from "../workflow/open-list.ts";
import { pickTask } from "../workflow/pick-task.ts";
import { planTicks } from "../workflow/rules.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { dryRun, forceDependencies, operation, taskNumber } from "./operation.ts";

const declaration = {
  name: "check",
  summary: "tick verification items",
  arguments: {
    ...taskNumber,
    items: {
      value: "item",
      summary: "positions of its verification items; without any they are listed",
      isRepeatable: true,
      tool: true,
    },
  },
  options: {
    all: { summary: "all of them", tool: true },
    undo: { summary: "untick instead", tool: { summary: "untick" } },
    ...forceDependencies,
    ...dryRun,
  },
  examples: ["tasks check 1.2", "tasks check 1.2 1 3", "tasks check 1.2 3 --undo"],
  tool: { summary: "Tick verification items by position from 1; without any, list them.", does: "settles" },
} as const satisfies Declaration;

type CheckOptions = OptionsOf<typeof declaration>;

/** Ticks verification items by position, or unticks them; without items it lists them. */
export const check = operation(declaration, async ({ number, items = [], ...options }) => {
  if (items.length === 0 && !options.all) return listItems(number, options);
  const edited = await editTask(options, "check", number, (list, task) => {
    const positions = options.all ? [...task.verification.keys()] : positionsOf(task, items);
    return options.undo ? untick(task, positions) : planTicks(list, task, positions, options);
  });
  return reportEditedTask(options, edited, describeItems(edited.after, edited.task));
});

function listItems(number: string, options: CheckOptions): Report {
  const opened = openList(options.list);
  const task = pickTask(opened.list, number);
  return { json: taskAnswer(opened, task), text: describeItems(opened.list, task) };
}

function describeItems(list: TaskList, task: Task): string {
  const lines = verificationLines(list, task).map((line) => `  ${line}`);
  return [
    `${headline(task)}: ${task.status.value}`,
    ...(lines.length > 0 ? lines : ["  no verification"]),
  ].join("\n");
}

/** The items' indexes, from the positions that people count from 1. */
function positionsOf({ number, verification }: Task, items: readonly string[]): readonly number[] {
  return items
    .flatMap((argument) => argument.split(","))
    .map((item) => {
      const index = /^\d+$/.test(item) ? Number(item) - 1 : -1;
      if (index in verification) return index;
      const range = verification.length > 1 ? ` (1 to ${verification.length})` : "";
      const there = `it has ${plural(verification.length, "item")}${range}`;
      throw inputRefusal("unknown-item", `Task ${number} has no verification item "${item}": ${there}.`);
    });
}

function untick(task: Task, positions: readonly number[]): Partial<TaskFacts> {
  const verification = task.verification.map(({ text, checked }, index) => ({
    text,
    checked: checked && !positions.includes(index),
  }));
  return { verification, ...(task.status.value === "Complete" ? { status: "In Progress" } : {}) };
}
