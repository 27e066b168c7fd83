import type { StatedCommand } from "./criterion.ts";

/** The state of the repository that commands ran on. */
export interface RanOn {
  /** Abbreviated; null outside git and before the first commit. */
  readonly commit: string | null;
  /** Whether the working tree had changes other than the list's own. */
  readonly isChanged: boolean;
}

/** A line of a task's Proof. */
export interface ProofLine extends RanOn {
  /** `2026-11-22 14:05`, in the time zone of the machine that ran it. */
  readonly time: string;
  readonly command: string;
  /** `passed in 3.2 s` */
  readonly ending: string;
}

/** `` 2026-11-22 14:05 1a2b3c4+changes `npm test` passed in 3.2 s `` */
export function formatProofLine({ time, commit, isChanged, command, ending }: ProofLine): string {
  const state = commit === null ? [] : [isChanged ? `${commit}+changes` : commit];
  return [time, ...state, codeSpan(command), ending].join(" ");
}

const LINE =
  /^(?<time>\d{4}-\d\d-\d\d \d\d:\d\d)(?: (?<commit>[0-9a-f]{4,64})(?<changes>\+changes)?)? (?<ticks>`+)(?<code>.+?)(?<!`)\k<ticks>(?!`) (?<ending>\S.*)$/;

/** The parts of a line of Proof; null if the line is free text. */
export function parseProofLine(text: string): ProofLine | null {
  const parts = LINE.exec(text)?.groups;
  if (!parts) return null;
  const { time = "", commit = null, changes, code = "", ending = "" } = parts;
  const command = /^ .*\S.* $/.test(code) ? code.slice(1, -1) : code;
  return { time, commit, isChanged: changes !== undefined, command, ending };
}

/** A command as inline code, fenced so that backticks in the command don't end it. */
function codeSpan(command: string): string {
  const runs = (command.match(/`+/g) ?? []).map(({ length }) => length);
  let width = 1;
  while (runs.includes(width)) width += 1;
  const ticks = "`".repeat(width);
  const isPadded = /^`|`$/.test(command) || /^ .*\S.* $/.test(command);
  return isPadded ? `${ticks} ${command} ${ticks}` : ticks + command + ticks;
}

/** `passed in 3.2 s`, or the exit code that the criterion expects. */
export function endingOfProof(
  expected: StatedCommand["expected"],
  exitCode: number,
  duration: string,
): string {
  return expected === 0 ? `passed in ${duration}` : `exited with code ${exitCode} in ${duration}`;
}

/** `2026-11-22 14:05`, in local time. */
export function minuteOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
