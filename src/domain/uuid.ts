const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The id in the spelling the store uses, or null if the text is not a UUID. */
export function parseUuid(text: string): string | null {
  const id = text.toLowerCase();
  return UUID_PATTERN.test(id) ? id : null;
}
