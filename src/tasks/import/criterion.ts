/**
 * The criterion for an item without one: the item's text without the full stop. Lint reports that it needs a better
 * one.
 */
export function criterionFor(item: string): string {
  const text = item.trim().replace(/[.;。]+$/u, "");
  return /[\p{L}\p{N}]/u.test(text) ? text : "Shown by a test or by hand";
}
