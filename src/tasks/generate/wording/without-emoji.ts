/** The text without emoji, whose variation selectors go with them. */
export const withoutEmoji = (text: string): string =>
  text.replaceAll(/\p{Extended_Pictographic}|\u{FE0F}/gu, "");
