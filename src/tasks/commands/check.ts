import type { TaskFacts } from "../document/edit/task-facts.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { openList, pickTask } from "../list-file/open-list.ts";
import { inputRefusal } from "../refusal.ts";
import { headline, verificationLines } from "../reporting/describe-task.ts";
import { taskAnswer } from "../reporting/present-task.ts";
import { aboutList } from "../reporting/report.ts";
import { plural } from "../terminal/words.ts";
import { planTicks, withBoxes } from "../workflow/rules.ts";
import { editTaskAndReport } from "./edit-and-report.ts";
import { dryRun, forceDependencies, operation, taskNumber } from "./operation.ts";

export const check = operation(
  {
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
    tool: {
      summary: "Tick verification items by position from 1; without any, list them.",
      does: "settles",
    },
  },
  async ({ number, items = [], all, undo, ...options }) => {
    if (items.length === 0 && !all) {
      const { path, list } = openList(options.list);
      const task = pickTask(list, number);
      return aboutList(path, { json: taskAnswer(list, task), text: describeItems(list, task) });
    }
    const factsFor = (list: TaskList, task: Task) => {
      const positions = all ? [...task.verification.keys()] : positionsOf(task, items);
      return undo ? untick(task, positions) : planTicks(list, task, positions, options.force);
    };
    return editTaskAndReport(options, "check", number, factsFor, ({ after, task }) =>
      describeItems(after, task),
    );
  },
);

function describeItems(list: TaskList, task: Task): string {
  const lines = verificationLines(list, task);
  const items = lines.length > 0 ? lines : ["no verification"];
  return [`${headline(task)}: ${task.status.value}`, ...items.map((line) => `  ${line}`)].join("\n");
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

const untick = (task: Task, positions: readonly number[]): Partial<TaskFacts> => ({
  verification: withBoxes(task, (index, checked) => checked && !positions.includes(index)),
  ...(task.status.value === "Complete" ? { status: "In Progress" } : {}),
});
