import type { Complexity, Status } from "../document/task-list.ts";
import type { Ledger } from "./ledger.ts";
import { criterionFor, hasWords } from "./source-text.ts";

/** The formats that can be imported. */
export type SourceFormat = "outline" | "headings" | "spec-kit" | "task-master" | "backlog" | "beads";

export interface SourceCriterion {
  readonly text: string;
  readonly checked: boolean;
}

/** A task of another tool, before it gets a number. */
export interface SourceTask {
  /** Its id in the source (`1.2`, `T012`); null if it has none. */
  readonly id: string | null;
  readonly line: number | null;
  readonly title: string;
  readonly status: Status;
  readonly blockedReason: string | null;
  /** Null if the source has none; it is then estimated. */
  readonly complexity: Complexity | null;
  /** Its dependencies as written, one entry for each statement. */
  readonly dependencies: readonly string[];
  readonly requirements: readonly string[];
  readonly files: readonly string[];
  readonly steps: readonly string[];
  readonly criteria: readonly SourceCriterion[];
  /** Markdown that belongs to no field. */
  readonly body: string | null;
}

/**
 * A task with these parts. Without steps, its title is the step. A criterion without a letter or a number would be
 * written as an empty one, so it is dropped; if no criterion is left, the title becomes one, and lint reports that it
 * needs a better one. A Complete task must have no open criteria: if the source calls it complete despite them, it
 * becomes In Progress, which the ledger notes.
 */
export function sourceTask(
  parts: Partial<SourceTask> & Pick<SourceTask, "id" | "title" | "status">,
  ledger: Ledger,
): SourceTask {
  const title = criterionFor(parts.title);
  const isDone = parts.status === "Complete";
  const made = { text: hasWords(title) ? title : "Shown by a test or by hand", checked: isDone };
  const stated = parts.criteria?.filter(({ text }) => hasWords(text)) ?? [];
  const criteria = stated.length > 0 ? stated : [made];
  const steps = parts.steps?.length ? parts.steps : [parts.title].filter(hasWords);
  const task = { ...emptyTask, ...parts, criteria, steps };
  if (!isDone || criteria.every(({ checked }) => checked)) return task;
  ledger.note(task.line, `the completion of ${nameOf(task)}, which has open items`);
  return { ...task, status: "In Progress" };
}

/** The id of a task, or its title in quotation marks. */
export const nameOf = ({ id, title }: Pick<SourceTask, "id" | "title">): string => id ?? `"${title}"`;

/** The parts that a task need not state. */
export const emptyTask = {
  line: null,
  blockedReason: null,
  complexity: null,
  dependencies: [],
  requirements: [],
  files: [],
  steps: [],
  criteria: [],
  body: null,
} as const;

/** A dependency that is stated outside of the tasks: `Task 1.4 depends on Tasks 1.1, 1.2`. */
export interface StatedDependency {
  readonly line: number;
  /** The dependent tasks. */
  readonly subject: readonly SourceTask[];
  readonly needs: readonly SourceTask[];
}

/** A group of tasks in the source. */
export interface SourcePhase {
  readonly title: string;
  /** Its number in the source, if that is an integer. */
  readonly number: number | null;
  /** Names for all of its tasks in the source (`1.0`, `1`). */
  readonly ids: readonly string[];
  readonly tasks: readonly SourceTask[];
  /** Criteria that can be checked when all of its tasks are done. */
  readonly criteria: readonly string[];
}

/** The phase with these parts. */
export const sourcePhase = (
  parts: Partial<SourcePhase> & Pick<SourcePhase, "title" | "tasks">,
): SourcePhase => ({
  number: null,
  ids: [],
  criteria: [],
  ...parts,
});

/** Another tool's list. */
export interface SourceList {
  readonly format: SourceFormat;
  readonly title: string | null;
  readonly prd: string | null;
  readonly phases: readonly SourcePhase[];
  /** Dependencies that are stated outside of the tasks. */
  readonly stated: readonly StatedDependency[];
  /** What was not imported. */
  readonly ledger: Ledger;
}
