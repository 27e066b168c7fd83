/** An assistant pays for every word of an answer, and most refuse long ones. */
const mostItems = 100;
const mostItemsInside = 50;
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
    const most = path.includes(".") ? mostItemsInside : mostItems;
    if (value.length > most) cut.push(`${path}: ${most} of ${value.length}`);
    return value.slice(0, most).map((item, index) => shorten(item, `${path}.${index}`, cut, alone));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, shorten(entry, `${path}.${name}`, cut, alone)]),
  );
}

/** The text, cut if it is too long for an answer. */
export const shortenText = (text: string, most = mostCharactersAlone): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…`;
