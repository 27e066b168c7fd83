import type { TaskDraft } from "../render-list.ts";
import type { Status, Task } from "../task-list.ts";
import type { Renumbering } from "../task-number.ts";
import { renumbered } from "../task-number.ts";

/** The content of a task without the places in the text, for comparing two readings of a list. */
export interface TaskFacts extends Omit<TaskDraft, "verification"> {
  readonly number: string;
  readonly status: Status;
  readonly blockedReason: string | null;
  readonly owner: string | null;
  /** What its phase or another group states for all of its tasks; null if that is not known in advance. */
  readonly shared: readonly string[] | null;
  readonly verification: readonly { readonly text: string; readonly checked: boolean }[];
  readonly proof: readonly string[];
}

/** The facts of a task, with its number and its dependencies as they are after a renumbering. */
export function factsOf(task: Task, renumbering?: Renumbering): TaskFacts {
  const after = (number: string): string => renumbered(number, renumbering);
  return {
    number: after(task.number),
    title: task.title,
    status: task.status.value,
    blockedReason: task.status.blockedReason,
    owner: task.owner,
    complexity: task.complexity,
    dependencies: task.dependencies.own.map(after),
    shared: task.dependencies.shared.map(after),
    requirements: task.requirements,
    files: task.files.map(({ text }) => text),
    steps: task.steps.map(({ text }) => text),
    verification: task.verification.map(({ text, checked }) => ({ text, checked })),
    proof: task.proof.map(({ text }) => text),
    method: task.method,
    path: task.path,
  };
}

/** The facts of a new task. */
export const factsOfDraft = (number: string, draft: TaskDraft): TaskFacts => ({
  ...draft,
  number,
  status: "Not Started",
  blockedReason: null,
  owner: null,
  shared: null,
  verification: draft.verification.map((text) => ({ text, checked: false })),
  proof: [],
});
