import { orderWith } from "../../cli/options/new-task-place.ts";
import { removal } from "../../document/edit/change.ts";
import { assignNumber } from "../../document/edit/renumber.ts";
import { getTask } from "../../document/edit/revise.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { factsOfDraft } from "../../document/edit/task-facts.ts";
import type { Place } from "../../document/edit/task-text.ts";
import type { TaskDraft } from "../../document/render-task.ts";
import type { TaskList } from "../../document/task-list.ts";
import type { Plan } from "../../list-file/editing/edit-list.ts";
import type { Comparison } from "./compare.ts";
import type { Decision } from "./decisions.ts";
import { decisionsOf, note } from "./decisions.ts";
import { ExistingTasks } from "./existing-tasks.ts";
import type { Destination } from "./missing-tasks.ts";
import { MissingTasks } from "./missing-tasks.ts";

/**
 * Plans the edits that bring a list from one version of its PRD to the next: tasks are edited, added after those that
 * are begun or complete, removed, and drafted for requirements without a task.
 */
export function* planUpdate(
  list: TaskList,
  comparison: Comparison,
): Generator<Plan, readonly Decision[], TaskList> {
  const matches = comparison.matches.map((match) => ({ ...match, tasks: [] }));
  const { edits, additions, leaving } = new ExistingTasks(list, comparison, matches).follow();
  let current = yield edits;
  for (const { match, draft } of additions) {
    const { plan, task } = planNewTask(current, draft, { phase: 1 });
    note(match, "added", task);
    current = yield plan;
  }
  for (const [{ number }, reason] of leaving) current = yield removal(getTask(current, number), reason);
  const missing = new MissingTasks(current, comparison, matches);
  for (const { match, drafted } of missing.find()) {
    const { plan, task } = planNewTask(current, missing.draftOf(drafted), missing.placeOf(drafted, current));
    missing.add(match, drafted, task);
    current = yield plan;
  }
  return decisionsOf(matches);
}

/** Plans a new task at the end of a phase, or of the last phase that contains one of its dependencies. */
function planNewTask(
  list: TaskList,
  draft: TaskDraft,
  { phase: wanted, title }: Destination,
): { readonly plan: Plan; readonly task: TaskFacts } {
  const needed = draft.dependencies.map((number) => getTask(list, number).phase);
  const phase = Math.max(wanted, ...needed);
  const place: Place = { kind: "last", phase, title };
  const { number } = assignNumber(list, place);
  // Phases need not be in the order of their numbers.
  const order = orderWith(list, place, number);
  const earlier = order.slice(0, order.indexOf(number));
  const dependencies = [...new Set(draft.dependencies)].filter((name) => earlier.includes(name));
  const final = { ...draft, dependencies };
  return { task: factsOfDraft(number, final), plan: { added: { number, draft: final, place } } };
}
