import type { Complexity } from "../../document/task-list.ts";

/** A task before it has a number; others refer to it by its key. */
export interface Draft {
  readonly key: string;
  readonly title: string;
  /** The PRD's own heading that it is listed under. */
  readonly phase: string;
  readonly requirements: readonly string[];
  readonly files: readonly string[];
  readonly method: string | null;
  readonly path: string | null;
  readonly steps: readonly string[];
  readonly verification: readonly string[];
  /** Whether a criterion says more than the requirement's own sentence. */
  readonly hasOwnCriteria: boolean;
  /** Keys of the drafts whose result it uses. */
  readonly needs: readonly string[];
  /** It tests or releases what all others build. */
  readonly comesLast: boolean;
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
