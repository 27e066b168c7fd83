/** What a command has to say: the one place that prints chooses the form that was asked for. */
export interface Report {
  /** The value for `--json`. */
  readonly json: unknown;
  /** The same for people; empty where there is nothing to say. */
  readonly text: string;
  /** What goes to standard error besides. */
  readonly notes?: readonly string[];
  /** 1 where a rule said no, though it is an answer and no refusal (findings, nothing ready). */
  readonly exitCode?: 0 | 1;
}
