import { isoDay } from "../../document/render-list.ts";
import type { WorkingTreeState } from "../../list-file/git.ts";
import { withoutPadding } from "./criterion.ts";

/** A line of a task's Proof. The list itself does not count as changed. */
interface ProofLine extends WorkingTreeState {
  /** `2026-11-22 14:05`, in the time zone of the machine that ran it. */
  readonly time: string;
  readonly command: string;
  /** `passed in 3.2 s` */
  readonly ending: string;
}

/** `` 2026-11-22 14:05 1a2b3c4+changes `npm test` passed in 3.2 s `` */
export function formatProofLine(
  at: Date,
  { commit, isChanged }: WorkingTreeState,
  command: string,
  ending: string,
) {
  const time = `${isoDay(at)} ${at.toTimeString().slice(0, 5)}`;
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
  return { time, commit, isChanged: changes !== undefined, command: withoutPadding(code), ending };
}

/** A command as inline code, fenced so that backticks in the command don't end it. */
function codeSpan(command: string): string {
  const runs = (command.match(/`+/g) ?? []).map(({ length }) => length);
  let width = 1;
  while (runs.includes(width)) width += 1;
  const ticks = "`".repeat(width);
  const isPadded = /^`|`$/.test(command) || withoutPadding(command) !== command;
  return isPadded ? `${ticks} ${command} ${ticks}` : ticks + command + ticks;
}
