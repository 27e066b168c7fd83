/** The two lines between which a file is ours. */
export interface Markers {
  readonly begin: string;
  readonly end: string;
}

/** The block of a text that is between the markers, their lines included. */
export interface MarkedBlock {
  readonly before: string;
  readonly after: string;
}

/** What is around the marked block; null where there is none, or only one of its two lines. */
export function findBlock(text: string, markers: Markers): MarkedBlock | null {
  const start = lineBeginning(text, firstWords(markers.begin), 0);
  const end = start < 0 ? -1 : lineBeginning(text, markers.end, start);
  if (end < 0) return null;
  return { before: text.slice(0, start), after: text.slice(end + markers.end.length) };
}

/** Whether one of the two lines is in a text, so that it was written by us. */
export const hasMark = (text: string, { begin, end }: Markers): boolean =>
  [firstWords(begin), end].some((words) => lineBeginning(text, words, 0) >= 0);

/** By these it is found, so that a later wording of the rest still is. */
const firstWords = (begin: string): string => begin.split(".")[0] ?? begin;

function lineBeginning(text: string, words: string, from: number): number {
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
    if (at === 0 || /[\r\n\uFEFF]/.test(text.charAt(at - 1))) return at;
  }
  return -1;
}

/** The block itself, in the line endings of the file it goes to. */
export function blockText(body: string, { begin, end }: Markers, like: string): string {
  const text = [begin, body, end].join("\n");
  return like.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}
