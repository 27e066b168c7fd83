import { fstatSync, statSync } from "node:fs";
import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

let colored = false;

/** Whether output goes to a terminal that a person looks at. */
export const isTerminal = (): boolean => mayBeTerminal() && process.stdout.isTTY === true;

/** A file, a pipe and the null device show as such without Node's streams, which take a fifth of a start to load. */
function mayBeTerminal(): boolean {
  const output = fstatSync(1);
  const nullDevice = statSync("/dev/null", { throwIfNoEntry: false });
  return output.isCharacterDevice() && output.rdev !== nullDevice?.rdev;
}

/** Decides once whether text is coloured: on a terminal only, and neither `--no-color` nor `NO_COLOR` against it. */
export function allowColor(allowed: boolean): void {
  const { NO_COLOR, TERM } = process.env;
  colored = allowed && isTerminal() && !NO_COLOR && TERM !== "dumb";
}

/** The text in a style where colour is allowed, else as it is. */
export const paint = (style: Style, text: string): string =>
  colored ? styleText(style, text, { validateStream: false }) : text;
