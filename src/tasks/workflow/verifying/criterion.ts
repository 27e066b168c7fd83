import type { Task } from "../../document/task-list.ts";

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

/** Code that a shell would accept, though it is not a command: nothing of it may count as proof. */
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

/** A command that a criterion states, and how it has to end. */
export interface StatedCommand {
  readonly command: string;
  /** The exit code that proves the criterion; "failure" is any other than 0. */
  readonly expected: number | "failure";
}

/**
 * The command of a criterion that is inline code followed by its outcome, and nothing else: `` `npm test` passes ``;
 * null where it says anything more or anything else. The command is the code as Markdown reads it.
 */
function statedCommand(text: string): StatedCommand | null {
  const [all = "", , code = ""] = /^(`+)(?!`)(.+?)(?<!`)\1(?!`)/s.exec(text) ?? [];
  const expected = statedOutcome(text.slice(all.length));
  // Blanks on both sides are there to part the code from the backticks in it.
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
