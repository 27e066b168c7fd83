import type { Task } from "../../document/task-list.ts";
import type { StatedCommand } from "./criterion-command.ts";
import { statedCommand } from "./criterion-command.ts";

/** A criterion of a task, and the command that proves it. */
export interface Criterion {
  /** As people count: the first is 1. */
  readonly position: number;
  readonly text: string;
  readonly checked: boolean;
  /** Null for one that somebody has to check. */
  readonly command: string | null;
  /** How the command has to end; null where there is none. */
  readonly expected: StatedCommand["expected"] | null;
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
  verification.map(({ text, checked }, index) => {
    const { command = null, expected = null } = statedCommand(text) ?? {};
    return { position: index + 1, text, checked, command, expected };
  });

/** Whether the shell found no command of that name, or none that may be run. */
export const couldNotRun = ({ exitCode }: Pick<Outcome, "exitCode">): boolean =>
  exitCode === NOT_FOUND || exitCode === NOT_EXECUTABLE;

export const NOT_EXECUTABLE = 126;
export const NOT_FOUND = 127;
