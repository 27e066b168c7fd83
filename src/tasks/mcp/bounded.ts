/** An assistant pays for every word of an answer, and most refuse long ones. */
const mostItems = 100;
const mostItemsInside = 50;
const mostCharactersAlone = 8000;
const mostCharactersInList = 500;

type Answer = Readonly<Record<string, unknown>>;

/** The answer with long texts and lists cut. `cut` lists those that were. */
export function bounded(answer: Answer, most = mostCharactersAlone): Answer {
  const cut: string[] = [];
  const note = (path: string, longest: number, length: number, unit = ""): void => {
    if (length > longest) cut.push(`${path}: ${longest} of ${length}${unit}`);
  };
  const shorten = (value: unknown, path: string): unknown => {
    if (typeof value === "string") {
      // A path with an index belongs to an item of a list.
      const longest = /\.\d/.test(path) ? mostCharactersInList : most;
      note(path, longest, value.length, " characters");
      return shortenText(value, longest);
    }
    if (Array.isArray(value)) {
      const longest = path.includes(".") ? mostItemsInside : mostItems;
      note(path, longest, value.length);
      return value.slice(0, longest).map((item, index) => shorten(item, `${path}.${index}`));
    }
    return typeof value === "object" && value !== null ? fieldsOf(value, `${path}.`) : value;
  };
  const fieldsOf = (value: object, path: string): Answer =>
    Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shorten(one, path + name)]));
  const value = fieldsOf(answer, "");
  return cut.length > 0 ? { ...value, cut } : value;
}

/** The text, cut if it is too long for an answer. */
export const shortenText = (text: string, most = mostCharactersAlone): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…`;
