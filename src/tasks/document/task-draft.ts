import type { Complexity } from "./task-list.ts";

/** A task that is yet to be written, in the words it is to be written in. */
export interface TaskDraft {
  readonly title: string;
  readonly complexity: Complexity | null;
  /** Task numbers; empty is written as `None`. */
  readonly dependencies: readonly string[];
  readonly requirements: readonly string[];
  readonly files: readonly string[];
  readonly method: string | null;
  readonly path: string | null;
  readonly steps: readonly string[];
  readonly verification: readonly string[];
}
