/**
 * The criterion of an item that has none of its own: the item's own words, without the full stop. Nothing is made
 * of them; lint says that it needs a better one.
 */
export function criterionFor(item: string): string {
  const text = item.trim().replace(/[.;。]+$/u, "");
  return /[\p{L}\p{N}]/u.test(text) ? text : "Shown by a test or by hand";
}
