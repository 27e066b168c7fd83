import { fstatSync, statSync } from "node:fs";
import { styleText } from "node:util";

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
