import type { Complexity } from "../../document/task-list.ts";

/** A task before it is numbered. Other drafts refer to it by its key. */
export interface Draft {
  readonly key: string;
  readonly title: string;
  /** The heading of the PRD that gives the title of its phase. */
  readonly phase: string;
  readonly requirements: readonly string[];
  readonly files: readonly string[];
  readonly method: string | null;
  readonly path: string | null;
  readonly steps: readonly string[];
  readonly verification: readonly string[];
  /** Whether a criterion says more than the requirement's sentence. */
  readonly hasOwnCriteria: boolean;
  /** Keys of the drafts whose results it uses. */
  readonly needs: readonly string[];
  /** Whether it tests the work of the others. */
  readonly comesLast: boolean;
}

/** A task with its number in the list. */
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
