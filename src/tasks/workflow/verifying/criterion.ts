import type { Task } from "../../document/task-list.ts";

/** A criterion of a task, and the command that proves it. */
export interface Criterion {
  /** The position, counted from 1. */
  readonly position: number;
  readonly text: string;
  readonly checked: boolean;
  /** Null if a person has to check the criterion. */
  readonly command: string | null;
  /** The expected outcome of the command; null if there is no command. */
  readonly expected: StatedCommand["expected"] | null;
}

/** The result of a criterion's command. */
export interface Outcome {
  readonly passed: boolean;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly milliseconds: number;
  /** The end of the command's output. */
  readonly output: string;
}

export interface RunCriterion extends Criterion {
  /** Null if nothing was run. */
  readonly outcome: Outcome | null;
}

/** The criteria of a task, in order. */
export const criteriaOf = ({ verification }: Task): readonly Criterion[] =>
  verification.map(({ text, checked }, index) => {
    const { command = null, expected = null } = statedCommand(text) ?? {};
    return { position: index + 1, text, checked, command, expected };
  });

/** Whether the shell did not find the command, or could not execute it. */
export const couldNotRun = ({ exitCode }: Pick<Outcome, "exitCode">): boolean =>
  exitCode === NOT_FOUND || exitCode === NOT_EXECUTABLE;

export const NOT_EXECUTABLE = 126;
export const NOT_FOUND = 127;

/** Code that a shell would accept although it is not a command. It must not count as proof. */
const NO_COMMAND = [
  // An endpoint: `GET /users` succeeds
  /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+(?:\/|https?:)/,
  // A comment or a heading, an option, a number
  /^(?:#|-|\d+$)/,
  // A setting and nothing after it: `DEBUG=1` passes
  /^[A-Za-z_]\w*=\S*$/,
  // A call in another language: `toMarkdown()` fails
  /^[\w.$]+\([^)]*\)$/,
];

/** A command that a criterion states, and its expected outcome. */
export interface StatedCommand {
  readonly command: string;
  /** The exit code that proves the criterion; "failure" is any other than 0. */
  readonly expected: number | "failure";
}

/**
 * The command of a criterion that consists of inline code and its outcome only: `` `npm test` passes ``; null for any
 * other text. The command is the code as Markdown reads it.
 */
function statedCommand(text: string): StatedCommand | null {
  const [all = "", , code = ""] = /^(`+)(?!`)(.+?)(?<!`)\1(?!`)/s.exec(text) ?? [];
  const expected = statedOutcome(text.slice(all.length));
  // Blanks on both sides separate the delimiters from backticks in the code.
  const command = /^ .*\S.* $/s.test(code) ? code.slice(1, -1) : code;
  const words = command.trim();
  if (expected === null || words === "" || NO_COMMAND.some((pattern) => pattern.test(words))) return null;
  return { command, expected };
}

function statedOutcome(words: string): StatedCommand["expected"] | null {
  const match = /^\s+(?:(passes|succeeds)|(fails)|exits\s+(?:with\s+code\s+)?(\d{1,3}))\.?\s*$/i.exec(words);
  if (match === null) return null;
  const [, succeeds, fails, exitCode] = match;
  if (succeeds !== undefined) return 0;
  return fails === undefined ? Number(exitCode) : "failure";
}
