import { orderWith } from "../../cli/options/new-task-place.ts";
import { assignNumber } from "../../document/edit/assign-numbers.ts";
import { followPhaseRanges } from "../../document/edit/rewrite-numbers.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { factsOfDraft } from "../../document/edit/task-facts.ts";
import type { Place } from "../../document/edit/task-text.ts";
import { insertDraft } from "../../document/edit/task-text.ts";
import type { TaskDraft } from "../../document/render-task.ts";
import type { TaskList } from "../../document/task-list.ts";
import type { Plan } from "../../list-file/editing/edit-list.ts";

/** The phase that a new task is appended to: an existing one, or a new one after all others. */
export interface Destination {
  readonly phase: number;
  /** The title of a new phase. */
  readonly title?: string;
}

/** Plans a new task at the end of a phase, without dependencies on tasks that come after it. */
export function planNewTask(
  list: TaskList,
  draft: TaskDraft,
  { phase, title }: Destination,
): { readonly plan: Plan; readonly task: TaskFacts } {
  const place: Place = { kind: "last", phase };
  const { number } = assignNumber(list, place);
  const order = orderWith(list, place, number);
  const earlier = order.slice(0, order.indexOf(number));
  const dependencies = [...new Set(draft.dependencies)].filter((name) => earlier.includes(name));
  const final = { ...draft, dependencies };
  const task = factsOfDraft(number, final);
  const edits = [insertDraft(list, number, final, place, title), followPhaseRanges([phase])];
  return { task, plan: { edits, intent: { added: task } } };
}
