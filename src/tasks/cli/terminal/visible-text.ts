/** Characters that move a terminal's cursor or change the direction of writing, and so can disguise a text. */
const INVISIBLE = /[\p{Cc}\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu;

/** A text with these characters made visible: `\u{1b}` for an escape. */
export const visibleText = (text: string): string =>
  text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
