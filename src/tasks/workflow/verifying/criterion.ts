import type { Task } from "../../document/task-list.ts";
import type { Answer } from "../../reporting/answers.ts";

/** A criterion of a task, the command that proves it, and the result of the command. */
export interface Criterion extends PresentedCriterion {
  /** The exit code that proves the criterion, "failure" for any other than 0; null if there is no command. */
  readonly expected: number | "failure" | null;
}

type PresentedCriterion = Answer<"verify">["criteria"][number];

const notRun = {
  passed: null,
  exitCode: null,
  signal: null,
  timedOut: false,
  milliseconds: null,
  output: null,
} as const;

/** The criteria of a task, in order. */
export const criteriaOf = ({ verification }: Task): readonly Criterion[] =>
  verification.map(({ text, checked }, index) => ({
    position: index + 1,
    text,
    checked,
    ...statedCommand(text),
    ...notRun,
  }));

/** The criteria that state a command. */
export const runnableIn = (criteria: readonly Criterion[]): readonly Criterion[] =>
  criteria.filter(({ command }) => command !== null);

/** Code that a shell would accept although it is not a command. It must not count as proof. */
const noCommand = [
  // An endpoint: `GET /users` succeeds
  /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s+(?:\/|https?:)/,
  // A comment or a heading, an option, a number
  /^(?:#|-|\d+$)/,
  // A setting and nothing after it: `DEBUG=1` passes
  /^[A-Za-z_]\w*=\S*$/,
  // A call in another language: `toMarkdown()` fails
  /^[\w.$]+\([^)]*\)$/,
];

/**
 * The command of a criterion that consists of inline code and its outcome only: `` `npm test` passes ``; null for any
 * other text. The command is the code as Markdown reads it.
 */
function statedCommand(text: string): Pick<Criterion, "command" | "expected"> {
  const [all = "", , code = ""] = /^(`+)(?!`)(.+?)(?<!`)\1(?!`)/s.exec(text) ?? [];
  const expected = statedOutcome(text.slice(all.length));
  const command = withoutPadding(code);
  const words = command.trim();
  const isCommand = expected !== null && words !== "" && !noCommand.some((pattern) => pattern.test(words));
  return isCommand ? { command, expected } : { command: null, expected: null };
}

/** Inline code as Markdown reads it: blanks on both sides separate the delimiters from backticks in the code. */
export const withoutPadding = (code: string): string => (/^ .*\S.* $/s.test(code) ? code.slice(1, -1) : code);

function statedOutcome(words: string): Criterion["expected"] {
  const match = /^\s+(?:(passes|succeeds)|(fails)|exits\s+(?:with\s+code\s+)?(\d{1,3}))\.?\s*$/i.exec(words);
  if (match === null) return null;
  const [, succeeds, fails, exitCode] = match;
  if (succeeds !== undefined) return 0;
  return fails === undefined ? Number(exitCode) : "failure";
}

const notExecutable = 126;
const notFound = 127;

/** Whether the shell did not find the command, or could not execute it. */
export const couldNotRun = ({ exitCode }: Pick<Criterion, "exitCode">): boolean =>
  exitCode === notFound || exitCode === notExecutable;

/** A shell exits with this plus the number of the signal that killed its command. */
const signalBase = 128;
const lastSignal = 31;

/** Whether a signal killed the shell or, as far as its exit code tells, the command that it waited for. */
export const wasKilled = ({ exitCode }: Pick<Criterion, "exitCode">): boolean =>
  exitCode === null || (exitCode > signalBase && exitCode <= signalBase + lastSignal);

/** `2 "`npm test` passes" (exit code 1)`, for each criterion whose command failed. */
export const failuresInWords = (failed: readonly Criterion[]): string =>
  failed
    .map((criterion) => `${criterion.position} "${criterion.text}" (${endingInWords(criterion)})`)
    .join(", ");

/** `exit code 1`, `killed by SIGSEGV`, `stopped after 600 s`. */
export function endingInWords(criterion: Criterion): string {
  const { exitCode, signal, timedOut, milliseconds } = criterion;
  if (timedOut) return `stopped after ${seconds(milliseconds)}`;
  if (signal !== null) return `killed by ${signal}`;
  if (wasKilled(criterion)) return `exit code ${exitCode}, which stands for a signal`;
  if (exitCode === notFound) return `exit code ${exitCode}: no such command`;
  return exitCode === notExecutable ? `exit code ${exitCode}: cannot be executed` : `exit code ${exitCode}`;
}

/** `0.2 s` */
export const seconds = (milliseconds: number | null): string =>
  `${((milliseconds ?? 0) / 1000).toFixed((milliseconds ?? 0) < 10_000 ? 1 : 0)} s`;
