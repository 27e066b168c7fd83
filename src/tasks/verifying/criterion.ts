import type { Task } from "../document/task-list.ts";
import { criterionCommand } from "./criterion-command.ts";

/** A criterion of a task, and the command that proves it. */
export interface Criterion {
  /** As people count: the first is 1. */
  readonly position: number;
  readonly text: string;
  readonly checked: boolean;
  /** Null for one that somebody has to check. */
  readonly command: string | null;
}

/** What became of a criterion's command. */
export interface Outcome {
  readonly passed: boolean;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly milliseconds: number;
  /** The end of what it printed. */
  readonly output: string;
}

export interface RunCriterion extends Criterion {
  /** Null where nothing was run. */
  readonly outcome: Outcome | null;
}

/** The criteria of a task, in order. */
export const criteriaOf = ({ verification }: Task): readonly Criterion[] =>
  verification.map(({ text, checked }, index) => ({
    position: index + 1,
    text,
    checked,
    command: criterionCommand(text),
  }));
