import type { Complexity, Status } from "../document/task-list.ts";

/** The forms that are understood besides the document's own. */
type SourceFormat = "outline" | "headings" | "table" | "spec-kit" | "task-master" | "backlog" | "beads";

/** Something of another tool's list that the document has no place for. */
export interface Leftover {
  /** 1-based; null for a source that is not read by its lines. */
  readonly line: number | null;
  /** How many lines are not carried over; 0 where the rest of the line is. */
  readonly lines: number;
  readonly what: string;
}

/** What became of the lines of a source: `blank`, `read` and `notRead` add up to `total`. */
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

/** A task as another tool has it, before it is known which number it gets. */
export interface SourceTask {
  /** Its name in the source (`1.2`, `T012`); null where it has none. */
  readonly id: string | null;
  readonly line: number | null;
  readonly title: string;
  readonly status: Status;
  readonly blockedReason: string | null;
  /** Null where the source does not say: it is then estimated. */
  readonly complexity: Complexity | null;
  /** What it says about the tasks that come before it, as written; one entry a statement. */
  readonly dependencies: readonly string[];
  readonly requirements: readonly string[];
  readonly files: readonly string[];
  readonly steps: readonly string[];
  readonly criteria: readonly SourceCriterion[];
  /** Markdown that belongs to no field. */
  readonly body: string | null;
}

/** A dependency that is stated apart from the tasks: `Task 1.4 depends on Tasks 1.1, 1.2`. */
export interface StatedDependency {
  readonly line: number;
  /** The tasks that wait. */
  readonly subject: readonly SourceTask[];
  readonly needs: readonly SourceTask[];
}

/** Tasks that belong together in the source. */
export interface SourcePhase {
  readonly title: string;
  /** The number that it has in the source, if that is a whole one. */
  readonly number: number | null;
  /** Names by which the source means all of its tasks (`1.0`, `1`). */
  readonly ids: readonly string[];
  readonly tasks: readonly SourceTask[];
  /** What is to be seen once all of its tasks are done. */
  readonly criteria: readonly string[];
}

/** Another tool's list. */
export interface SourceList {
  readonly format: SourceFormat;
  readonly title: string | null;
  readonly prd: string | null;
  readonly phases: readonly SourcePhase[];
  /** Dependencies that the source states outside of its tasks. */
  readonly stated: readonly StatedDependency[];
  /** Whether it speaks of dependencies at all, be it in words that name no task. */
  readonly mentionsOrder: boolean;
  readonly leftovers: readonly Leftover[];
  /** Null for a source that is not read by its lines. */
  readonly lines: LineCount | null;
}
