const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as content or as a quoted attribute's value, in HTML and in XML alike: XML knows no control characters. */
export const escapeMarkup = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
