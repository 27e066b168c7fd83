import type { Located, Span } from "./task-list.ts";

/** The lines of a stretch of the source, each without its line ending, indentation and closing blanks; empty ones left out. */
export function linesOf(source: string, { start, end }: Span): Located[] {
  const lines: Located[] = [];
  for (const match of source.slice(start, end).matchAll(/[^\r\n]+/g)) {
    const line = trimmed(source, start + match.index, start + match.index + match[0].length);
    if (line.text !== "") lines.push(line);
  }
  return lines;
}

/** The stretch without the blanks around it. Where nothing is left it stands at its start, one blank further if there is one. */
export function trimmed(source: string, start: number, end: number): Located {
  const text = source.slice(start, end);
  const inner = text.trim();
  if (inner === "") {
    const at = start + (text === "" ? 0 : 1);
    return { text: "", start: at, end: at };
  }
  const from = start + text.indexOf(inner);
  return { text: inner, start: from, end: from + inner.length };
}

/** A part of a located text, without the blanks around it; `from` and `to` count from the text's own start. */
export function partOf(text: Located, from: number, to: number): Located {
  const part = trimmed(text.text, from, to);
  return { text: part.text, start: text.start + part.start, end: text.start + part.end };
}

/** The whole line that an offset stands in, without its line ending. */
export function lineAt(source: string, offset: number): Span {
  let start = offset;
  while (start > 0 && !isLineBreak(source[start - 1])) start--;
  let end = offset;
  while (end < source.length && !isLineBreak(source[end])) end++;
  return { start: start === 0 && source.startsWith("\uFEFF") ? 1 : start, end };
}

/** A stretch with the rest of the lines that it begins and ends in. */
export function wholeLines(source: string, { start, end }: Span): Span {
  return { start: lineAt(source, start).start, end: lineAt(source, end).end };
}

function isLineBreak(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}
