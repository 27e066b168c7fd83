/** Sequences that move a terminal's cursor, set its title or hide text, but not the colours of `paint`. */
const STEERING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
  /\u001B(?!\[(?:1|2|22|3\d|9\d)m)|[\u0000-\u0008\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F]|\r(?!\n)/g;

/** A text for a terminal, without control sequences: a list may come from anywhere. */
export const withoutSteering = (text: string): string =>
  text.replace(STEERING, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
