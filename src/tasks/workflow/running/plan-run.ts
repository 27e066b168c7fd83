import type { Task, TaskList } from "../../document/task-list.ts";
import { completeNumbers } from "../../document/task-queries.ts";
import { belongsToAnother } from "../starting/plan-start.ts";

/** The tasks that a run would take, in order, if it completes each of them. */
export function planRun(list: TaskList, owner: string, most: number): readonly Task[] {
  const complete = new Set(completeNumbers(list));
  const order: Task[] = [];
  const isFree = (task: Task): boolean =>
    task.status.value === "Not Started" &&
    task.status.understood &&
    !order.includes(task) &&
    !belongsToAnother(task, owner) &&
    task.dependencies.unknown.length === 0 &&
    task.dependencies.resolved.every((number) => complete.has(number));
  while (order.length < most) {
    const next = list.tasks.find(isFree);
    if (!next) break;
    order.push(next);
    complete.add(next.number);
  }
  return order;
}

/**
 * Asks for confirmation before an assistant and the list's commands run.
 * @throws Refusal if the person declines, or if no one can be asked and `--yes` is missing.
 */
export async function confirmRun(
  command: string,
  tasks: number,
  options: { readonly yes?: boolean; readonly json?: boolean },
): Promise<void> {
  if (options.yes) return;
  const { requireYes } = await import("../../cli/terminal/ask.ts");
  await requireYes(
    `Run "${command}" on up to ${tasks} tasks, and after each the commands of its criteria?`,
    options,
    {
      ifUnasked:
        "Nothing was run. To run an assistant and the list's commands without a terminal to ask on, add --yes.",
      ifNo: "Nothing was run.",
    },
  );
}
