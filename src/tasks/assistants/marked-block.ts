/** The lines that mark the begin and end of the text that `init` manages. */
export interface Markers {
  readonly begin: string;
  readonly end: string;
}

/** The marked block of a text, with its markers. */
export interface MarkedBlock {
  readonly before: string;
  readonly after: string;
}

/** The text around the marked block; null without a block, or with only one of its markers. */
export function findBlock(text: string, markers: Markers): MarkedBlock | null {
  const start = lineBeginning(text, firstWords(markers.begin), 0);
  const end = start < 0 ? -1 : lineBeginning(text, markers.end, start);
  if (end < 0) return null;
  return { before: text.slice(0, start), after: text.slice(end + markers.end.length) };
}

/** Whether a text has at least one of the markers, so that `init` wrote it. */
export const hasMark = (text: string, { begin, end }: Markers): boolean =>
  [firstWords(begin), end].some((words) => lineBeginning(text, words, 0) >= 0);

/** Markers are found by this beginning, so the rest of the line can be reworded later. */
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
