import { removal } from "../../document/edit/change.ts";
import { getTask } from "../../document/edit/revise.ts";
import type { TaskList } from "../../document/task-list.ts";
import type { Plan } from "../../list-file/editing/edit-list.ts";
import { sharedNumber } from "../../list-file/open-list.ts";
import type { Comparison } from "./compare.ts";
import type { Decision } from "./decisions.ts";
import { Decisions } from "./decisions.ts";
import { ExistingTasks } from "./existing-tasks.ts";
import { MissingTasks, NewTasks } from "./missing-tasks.ts";
import { lostReferences } from "./requirements-field.ts";

/**
 * Plans the edits that bring a list from one version of its PRD to the next: tasks are edited, removed, added after
 * those that are begun or complete, and drafted for requirements without a task.
 * @throws Refusal if two tasks have the same number, because dependencies and edits go by numbers.
 */
export function* planUpdate(
  list: TaskList,
  comparison: Comparison,
): Generator<Plan, readonly Decision[], TaskList> {
  for (const [number, own] of Map.groupBy(list.tasks, (task) => task.number))
    if (own.length > 1) throw sharedNumber(number, own);
  const decisions = new Decisions();
  const named = yield { facts: lostReferences(list, comparison, "old", decisions) };
  const existing = new ExistingTasks(named, comparison, decisions);
  const edited = yield existing.follow();
  const leaving = [...existing.leaving].map(
    ([{ number }, reason]) => [getTask(edited, number), reason] as const,
  );
  const left = yield removal(new Map(leaving));
  const current = yield { facts: lostReferences(left, comparison, "now", decisions) };
  const added = new NewTasks(current);
  for (const { match, draft } of existing.additions)
    decisions.note(match, "added", { ...draft, number: added.add(draft, 1) });
  new MissingTasks(current, comparison, decisions, added).add();
  yield { added: added.additions };
  return decisions.all(comparison.matches);
}
