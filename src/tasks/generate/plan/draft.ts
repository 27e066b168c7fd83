import type { Complexity } from "../../document/task-list.ts";

/** What a task delivers. It decides the phase where the PRD has no areas, and how its steps and criteria are worded. */
export type Deliverable =
  | "setup"
  | "model"
  | "logic"
  | "job"
  | "endpoint"
  | "integration"
  | "screen"
  | "quality"
  | "test"
  | "document"
  | "release";

/** A task before it has a number; others refer to it by its key. */
export interface Draft {
  readonly key: string;
  readonly deliverable: Deliverable;
  readonly title: string;
  /** The PRD's own heading that it belongs to. */
  readonly area: string | null;
  readonly requirements: readonly string[];
  readonly files: readonly string[];
  readonly method: string | null;
  readonly path: string | null;
  readonly steps: readonly string[];
  readonly verification: readonly string[];
  /** Everything the PRD says about it, for finding what it builds on. */
  readonly words: string;
  /** Keys of the tasks that the PRD itself says come first. */
  readonly needs: readonly string[];
}

/** A task with its place in the list. */
export interface PlannedTask extends Draft {
  readonly number: string;
  readonly complexity: Complexity;
  readonly dependencies: readonly string[];
}

export interface PlannedPhase {
  readonly number: number;
  readonly title: string;
  readonly tasks: readonly PlannedTask[];
}
