import { uncapitalized } from "../wording/text-case.ts";

/** As long as a title may be: what is longer is no longer read at a glance. */
export const longestTitle = 70;

/** A sentence with as many of its points as a title holds; what is left out is told by `and more`. */
export function listing(
  points: readonly string[],
  build: (list: string) => string,
  longest: number = longestTitle,
): string {
  const short = points.map((point) => uncapitalized(point)).filter((point) => point.split(/\s+/).length <= 8);
  const [first = uncapitalized(points[0] ?? ""), ...others] = short;
  const titles = [2, 1, 0].map((count) =>
    build(enumerated([first, ...others.slice(0, count)], points.length)),
  );
  return titles.find((title) => title.length <= longest) ?? titles.at(-1) ?? build(first);
}

function enumerated(shown: readonly string[], all: number): string {
  if (shown.length < all) return `${shown.join(", ")} and more`;
  return shown.length === 1 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
