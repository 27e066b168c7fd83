import { fstatSync, statSync } from "node:fs";
import { styleText } from "node:util";
import type { Status } from "../document/task-list.ts";

type Style = Parameters<typeof styleText>[0];

let colored = false;

/** Whether standard output is a terminal. */
export const isTerminal = (): boolean => mayBeTerminal() && process.stdout.isTTY === true;

/** Checks the descriptor first, because loading Node's streams takes a fifth of the start. */
function mayBeTerminal(): boolean {
  const output = fstatSync(1);
  const nullDevice = statSync("/dev/null", { throwIfNoEntry: false });
  return output.isCharacterDevice() && output.rdev !== nullDevice?.rdev;
}

/** Decides once whether text is coloured: only on a terminal, without `--no-color` and `NO_COLOR`. */
export function allowColor(allowed: boolean): void {
  const { NO_COLOR, TERM } = process.env;
  colored = allowed && isTerminal() && !NO_COLOR && TERM !== "dumb";
}

/** The text in a style if colour is allowed. */
export const paint = (style: Style, text: string): string =>
  colored ? styleText(style, text, { validateStream: false }) : text;

/** Whether a person can be asked: standard input and output are a terminal, and the answer is not JSON. */
export const canAsk = ({ json }: { readonly json?: boolean }): boolean =>
  !json && process.stdin.isTTY === true && process.stdout.isTTY === true;

const marks: Readonly<Record<Status, { readonly sign: string; readonly style: Style }>> = {
  "Not Started": { sign: "○", style: "dim" },
  "In Progress": { sign: "▶", style: "cyan" },
  Blocked: { sign: "■", style: "red" },
  Complete: { sign: "✔", style: "green" },
};

/** A sign for the status, one column wide. */
export const statusMark = (status: Status): string => paint(marks[status].style, marks[status].sign);

/** Text in the status's colour. */
export const paintStatus = (status: Status, text: string): string => paint(marks[status].style, text);

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMs = 100;

/** Shows a spinner with the elapsed time, on a terminal only. Returns the function that stops it. */
export function startSpinner(what: string): () => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => undefined;
  const begun = Date.now();
  let frame = 0;
  const timer = setInterval(() => {
    frame = (frame + 1) % frames.length;
    stderr.write(`\r\u001B[2K${frames[frame]} ${what} (${Math.round((Date.now() - begun) / 1000)} s)`);
  }, frameMs);
  const clear = () => stderr.write("\r\u001B[2K");
  // Clears the line after Ctrl-C.
  process.once("exit", clear);
  return () => {
    clearInterval(timer);
    process.off("exit", clear);
    clear();
  };
}
