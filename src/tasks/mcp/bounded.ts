/** An assistant pays for every word of an answer, and most refuse long ones. */
const mostItems = 50;
const mostCharactersAlone = 8000;
const mostCharactersInList = 500;

/** The answer with long texts and lists cut. `cut` lists those that were. */
export function bounded(
  answer: Readonly<Record<string, unknown>>,
  most = mostCharactersAlone,
): Record<string, unknown> {
  const cut: string[] = [];
  const value = Object.fromEntries(
    Object.entries(answer).map(([name, entry]) => [name, shorten(entry, name, cut, most)]),
  );
  return cut.length > 0 ? { ...value, cut } : value;
}

function shorten(value: unknown, path: string, cut: string[], alone: number): unknown {
  if (typeof value === "string") {
    // A path with an index belongs to an item of a list.
    const most = /\.\d/.test(path) ? mostCharactersInList : alone;
    if (value.length > most) cut.push(`${path}: ${most} of ${value.length} characters`);
    return shortenText(value, most);
  }
  if (Array.isArray(value)) {
    if (value.length > mostItems) cut.push(`${path}: ${mostItems} of ${value.length}`);
    return value.slice(0, mostItems).map((item, index) => shorten(item, `${path}.${index}`, cut, alone));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, shorten(entry, `${path}.${name}`, cut, alone)]),
  );
}

/** The text, cut if it is too long for an answer. */
export const shortenText = (text: string, most = mostCharactersAlone): string =>
  text.length <= most ? text : `${text.slice(0, betweenCharacters(text, most))}…`;

/** The place, moved past a surrogate pair that it would split. */
export const betweenCharacters = (text: string, place: number): number =>
  /[\uDC00-\uDFFF]/.test(text.charAt(place)) && /[\uD800-\uDBFF]/.test(text.charAt(place - 1))
    ? place + 1
    : place;
