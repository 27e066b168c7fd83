import type { TaskDraft } from "../render-list.ts";
import type { Complexity, Status, Task } from "../task-list.ts";
import type { Renumbering } from "../task-number.ts";
import { renumbered } from "../task-number.ts";

/** The content of a task without the places in the text, for comparing two readings of a list. */
export interface TaskFacts {
  readonly number: string;
  readonly title: string;
  readonly status: Status;
  readonly blockedReason: string | null;
  readonly owner: string | null;
  readonly complexity: Complexity | null;
  /** The dependencies in its own field, ranges and phases expanded; the order does not matter. */
  readonly dependencies: readonly string[];
  /** The dependencies that its phase states for all of its tasks; null if they are not known in advance. */
  readonly shared: readonly string[] | null;
  readonly requirements: readonly string[];
  readonly files: readonly string[];
  readonly steps: readonly string[];
  readonly verification: readonly { readonly text: string; readonly checked: boolean }[];
  readonly proof: readonly string[];
  readonly endpoint: readonly [string | null, string | null];
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
    endpoint: [task.method, task.path],
  };
}

/** The facts of a new task. */
export const factsOfDraft = (number: string, draft: TaskDraft): TaskFacts => ({
  number,
  title: draft.title,
  status: "Not Started",
  blockedReason: null,
  owner: null,
  complexity: draft.complexity,
  dependencies: draft.dependencies,
  shared: null,
  requirements: draft.requirements,
  files: draft.files,
  steps: draft.steps,
  verification: draft.verification.map((text) => ({ text, checked: false })),
  proof: [],
  endpoint: [draft.method, draft.path],
});
