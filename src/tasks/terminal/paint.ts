import { fstatSync } from "node:fs";
import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

let colored = false;

/** Whether output goes to a terminal that a person looks at. A file or a pipe shows as such without Node's streams. */
export const isTerminal = (): boolean => fstatSync(1).isCharacterDevice() && process.stdout.isTTY === true;

/** Decides once whether text is coloured: on a terminal only, and neither `--no-color` nor `NO_COLOR` against it. */
export function allowColor(allowed: boolean): void {
  const { NO_COLOR, TERM } = process.env;
  colored = allowed && isTerminal() && !NO_COLOR && TERM !== "dumb";
}

/** The text in a style where colour is allowed, else as it is. */
export const paint = (style: Style, text: string): string =>
  colored ? styleText(style, text, { validateStream: false }) : text;
