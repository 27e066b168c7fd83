/** Length in Unicode code points, which is closer to what a person counts than UTF-16 units. */
export const codePointLength = (text: string): number => [...text].length;

/** Whether every engine can store the text and give it back: no U+0000, no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

export const UNSTORABLE = "must not contain U+0000 or a lone surrogate";

export const isBlank = (text: string): boolean => text.trim() === "";

/** The reason that a required text is invalid, to be read after its field's name. */
export function findTextFault(text: string): string | undefined {
  if (isBlank(text)) return "must not be empty";
  return isStorable(text) ? undefined : UNSTORABLE;
}

const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The id in the spelling the store uses, or null if the text is not a UUID. */
export function parseUuid(text: string): string | null {
  const id = text.toLowerCase();
  return UUID_PATTERN.test(id) ? id : null;
}
