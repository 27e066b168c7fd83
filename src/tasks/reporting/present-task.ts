import type { Complexity, Status, Task, TaskList } from "../document/task-list.ts";
import { dependentsOf, effortMinutes, isReady } from "../document/task-queries.ts";

/** A task as `--json` prints it. */
export interface PresentedTask {
  readonly number: string;
  readonly phase: number;
  readonly seq: number;
  readonly title: string;
  readonly status: Status;
  readonly ready: boolean;
  readonly complexity: Complexity | null;
  readonly dependencies: readonly string[];
  readonly dependents: readonly string[];
  readonly files: readonly string[];
  readonly steps: readonly string[];
  readonly verification: readonly { readonly text: string; readonly checked: boolean }[];
  readonly method: string | null;
  readonly path: string | null;
  readonly owner: string | null;
  readonly blockedReason: string | null;
  readonly estimateMinutes: number | null;
  readonly line: number;
}

/** The task in its form for programs. */
export function presentTask(list: TaskList, task: Task): PresentedTask {
  return {
    number: task.number,
    phase: task.phase,
    seq: task.seq,
    title: task.title,
    status: task.status.value,
    ready: isReady(list, task),
    complexity: task.complexity,
    dependencies: task.dependencies.names,
    dependents: dependentsOf(list, task.number).map(({ number }) => number),
    files: task.files.map(({ text }) => text),
    steps: task.steps.map(({ text }) => text),
    verification: task.verification.map(({ text, checked }) => ({ text, checked })),
    method: task.method,
    path: task.path,
    owner: task.owner,
    blockedReason: task.status.blockedReason,
    estimateMinutes: effortMinutes(task),
    line: task.line,
  };
}
