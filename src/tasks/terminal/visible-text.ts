/** What moves a terminal's cursor or turns the direction of writing: with it a text can be made to look like another. */
const INVISIBLE = /[\p{Cc}\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu;

/** A text with what could hide a part of it made visible: `\u{1b}` for an escape. */
export const visibleText = (text: string): string =>
  text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
