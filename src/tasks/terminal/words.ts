/** Characters that move a terminal's cursor or change the direction of writing, and so can disguise a text. */
const invisible = /[\p{Cc}\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu;

/** A text with these characters made visible: `\u{1b}` for an escape. */
export const visibleText = (text: string): string =>
  text.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** Sequences that move a terminal's cursor, set its title or hide text, but not the colours of `paint`. */
const steering =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
  /\u001B(?!\[(?:1|2|22|3\d|9\d)m)|[\u0000-\u0008\u000B\u000C\u000E-\u001A\u001C-\u001F\u007F-\u009F]|\r(?!\n)/g;

/** A text for a terminal, without control sequences: a list may come from anywhere. */
export const withoutSteering = (text: string): string =>
  text.replace(steering, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);

/** `1 task`, `2 tasks`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A word as a shell takes it. */
export const shellWord = (word: string): string =>
  /^[\w./@:+,%=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Blocks of lines with a blank line between them; empty blocks are left out. */
export const inBlocks = (blocks: readonly (readonly string[])[]): string =>
  blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");

/** `30 min`, `2 h`, `6 h 30 min`. */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 ? `${hours} h` : "", rest > 0 ? `${rest} min` : ""].filter(Boolean);
  return parts.join(" ") || "0 min";
}
