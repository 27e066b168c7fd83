/** An assistant pays for every word of an answer, and most refuse one that is too long. */
const mostItems = 50;
const mostCharacters = 2000;

/** A page of a list that may be long. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  /** Where the next page begins; null on the last. */
  readonly nextOffset: number | null;
}

/** The items from `offset` on, at most `limit` of them. */
export function pageOf<Item>(items: readonly Item[], offset = 0, limit = 20): Page<Item> {
  const end = offset + limit;
  return {
    items: items.slice(offset, end),
    total: items.length,
    nextOffset: end < items.length ? end : null,
  };
}

/** The value with its long texts and lists cut short, and the cut said where it was made. */
export function bounded(value: unknown): unknown {
  if (typeof value === "string") return boundedText(value);
  if (Array.isArray(value)) return boundedList(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, bounded(entry)]));
}

const boundedText = (text: string): string =>
  text.length > mostCharacters
    ? `${text.slice(0, mostCharacters)} … (${text.length - mostCharacters} more characters)`
    : text;

/** What stands last in a list of texts says how many are left out; other lists end where they are cut. */
function boundedList(list: readonly unknown[]): readonly unknown[] {
  const kept = list.slice(0, mostItems).map(bounded);
  const left = list.length - kept.length;
  return left > 0 && typeof list[0] === "string" ? [...kept, `… (${left} more)`] : kept;
}
