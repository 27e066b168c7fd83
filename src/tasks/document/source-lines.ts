import type { Located, Span } from "./task-list.ts";

/** The lines of a text, with any line endings, or the first ones of them. */
export const splitLines = (text: string, limit?: number): string[] => text.split(/\r\n|\n|\r/, limit);

/** A part of the source. */
export const located = (source: string, start: number, end: number): Located => ({
  text: source.slice(start, end),
  start,
  end,
});

/** The nonblank lines of a span of the source, each without its line ending, indentation and trailing blanks. */
export function linesOf(source: string, { start, end }: Span): Located[] {
  return linesIn(source, { start, end })
    .map((line) => trimmed(source, line.start, Math.min(line.end, end)))
    .filter(({ text }) => text !== "");
}

/** The lines that begin in a span, blank ones included, each without its line ending. */
export function linesIn(source: string, { start, end }: Span): Span[] {
  const lines: Span[] = [];
  for (let from = start; from < end; ) {
    const to = endOfLine(source, from);
    lines.push({ start: from, end: to });
    from = to + (source.startsWith("\r\n", to) ? 2 : 1);
  }
  return lines;
}

/** The span without the blanks around it. A blank span becomes empty at its start, or after its first blank. */
function trimmed(source: string, start: number, end: number): Located {
  let from = start;
  let to = end;
  while (from < to && isBlank(source.charCodeAt(from))) from++;
  while (to > from && isBlank(source.charCodeAt(to - 1))) to--;
  if (from < to) return { text: source.slice(from, to), start: from, end: to };
  const at = start + (start < end ? 1 : 0);
  return { text: "", start: at, end: at };
}

function isBlank(unit: number): boolean {
  // Blanks, tabs and line breaks; other keyboards produce the no-break and the full-width blank.
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0 || unit === 0x3000;
}

/** A part of a located text, without the blanks around it; `from` and `to` count from the text's own start. */
export function partOf(text: Located, from: number, to: number): Located {
  const part = trimmed(text.text, from, to);
  return { text: part.text, start: text.start + part.start, end: text.start + part.end };
}

/** A line without comments at its end and without Markdown's line break, a backslash. */
export function shownText(line: string): string {
  let text = line.replace(/(?<!\\)\\$/, "").trimEnd();
  while (text.endsWith("-->") && text.includes("<!--"))
    text = text.slice(0, text.lastIndexOf("<!--")).trimEnd();
  return text;
}

/** The line around an offset, without its line ending. */
export function lineAt(source: string, offset: number): Span {
  const start = startOfLine(source, offset);
  return { start: start === 0 && source.startsWith("\uFEFF") ? 1 : start, end: endOfLine(source, offset) };
}

// Both are called a dozen times per task. Searching for a single character is the fastest string search.

function startOfLine(source: string, offset: number): number {
  const start = offset === 0 ? 0 : source.lastIndexOf("\n", offset - 1) + 1;
  return start + source.slice(start, offset).lastIndexOf("\r") + 1;
}

function endOfLine(source: string, offset: number): number {
  const newline = source.indexOf("\n", offset);
  const end = newline < 0 ? source.length : newline;
  const carriageReturn = source.slice(offset, end).indexOf("\r");
  return carriageReturn < 0 ? end : offset + carriageReturn;
}

/** A span extended to whole lines. */
export function wholeLines(source: string, { start, end }: Span): Span {
  return { start: lineAt(source, start).start, end: lineAt(source, end).end };
}

/** Finds the line and the column of an offset. `\n`, `\r\n` and a lone `\r` end a line, and a BOM takes no column. */
export class LineIndex {
  readonly #starts: number[];

  constructor(source: string) {
    this.#starts = [source.startsWith("\uFEFF") ? 1 : 0];
    if (source.includes("\r")) {
      for (const match of source.matchAll(/\r\n|\n|\r/g)) this.#starts.push(match.index + match[0].length);
      return;
    }
    for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** Both are 1-based, as editors count; a column is a UTF-16 unit. */
  positionOf(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
