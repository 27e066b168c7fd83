import type { Complexity, Status } from "../document/task-list.ts";
import { criterionFor, hasWords } from "./source-text.ts";

/** The formats that can be imported. */
export type SourceFormat = "outline" | "headings" | "spec-kit" | "task-master" | "backlog" | "beads";

/** Part of another tool's list that has no place in a task list. */
export interface Leftover {
  /** 1-based; null for a source that is not read line by line. */
  readonly line: number | null;
  /** How many lines were not imported; 0 if only part of a line was not. */
  readonly lines: number;
  readonly what: string;
}

/** How many lines of a source were imported. `blank`, `read` and `notRead` add up to `total`. */
export interface LineCount {
  readonly total: number;
  /** Empty lines and rules such as `---`. */
  readonly blank: number;
  readonly read: number;
  readonly notRead: number;
}

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
 * needs a better one.
 */
export function sourceTask(
  parts: Partial<SourceTask> & Pick<SourceTask, "id" | "title" | "status">,
): SourceTask {
  const title = criterionFor(parts.title);
  const made = {
    text: hasWords(title) ? title : "Shown by a test or by hand",
    checked: parts.status === "Complete",
  };
  const stated = parts.criteria?.filter(({ text }) => hasWords(text)) ?? [];
  const criteria = stated.length > 0 ? stated : [made];
  const steps = parts.steps?.length ? parts.steps : [parts.title].filter(hasWords);
  return { ...emptyTask, ...parts, criteria, steps };
}

const emptyTask = {
  line: null,
  blockedReason: null,
  complexity: null,
  dependencies: [],
  requirements: [],
  files: [],
  body: null,
} as const;

/** A Complete task must have no open criteria. If its source calls it complete despite them, it becomes In Progress. */
export function asEarned(task: SourceTask, noteContradiction: () => void): SourceTask {
  if (task.status !== "Complete" || task.criteria.every(({ checked }) => checked)) return task;
  noteContradiction();
  return { ...task, status: "In Progress" };
}

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
  /** Whether it mentions dependencies, even without naming a task. */
  readonly mentionsOrder: boolean;
  readonly leftovers: readonly Leftover[];
  /** Null for a source that is not read line by line. */
  readonly lines: LineCount | null;
}
