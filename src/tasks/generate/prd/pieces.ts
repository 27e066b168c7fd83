import type { Unread } from "./model.ts";

const longestLine = 20_000;
const deepestIndent = 80;
const deepestQuote = 20;
/**
 * In UTF-16 units. From `goodSize` on, a piece ends at the next heading or blank line, at `largestSize` in any case.
 */
const goodSize = 8_000;
const largestSize = 48_000;

interface Pieces {
  readonly pieces: readonly { readonly text: string; readonly linesBefore: number }[];
  readonly unread: readonly Unread[];
}

/**
 * Splits a document into pieces that remark parses in linear time. Its time grows faster than the length of a
 * paragraph, with the square of the length of a line and the cube of the depth of a list. So beyond sizes that nobody
 * writes by hand, lines are cut, indentation is limited, and a table or paragraph continues in the next piece.
 */
export function piecesOf(source: string): Pieces {
  const unread: Unread[] = [];
  const scanner = new Scanner();
  for (const [index, line] of source.split("\n").entries()) {
    const held = hold(line);
    if (held.length > longestLine) unread.push(cutLine(held, index + 1));
    scanner.add(held.slice(0, longestLine), index);
  }
  return { pieces: scanner.end(), unread: [...unread, ...scanner.unclosed] };
}

const cutLine = (line: string, at: number): Unread => ({
  line: at,
  text: `${line.slice(0, 60)}…`,
  reason: `only its first ${longestLine} characters were read`,
});

const tooDeep = new RegExp(`^(?:[ \\t]{${deepestIndent + 1},}|(?:[ \\t]*>){${deepestQuote + 1},})`);

/** The line with its indentation or quotation markers limited to a readable depth. */
function hold(line: string): string {
  const marks = tooDeep.exec(line)?.[0];
  if (marks === undefined) return line;
  return `${marks.includes(">") ? "> ".repeat(deepestQuote) : " ".repeat(deepestIndent)}${line.slice(marks.length)}`;
}

const isHeading = (line: string): boolean => /^#{1,6}(?:\s|$)/.test(line);
const isBlank = (line: string): boolean => line.trim() === "";
/** Whether a line does not continue a list, quotation or table above it. */
const standsAlone = (line: string): boolean => /^[^\s\-*+>|\d]/.test(line);

class Scanner {
  readonly #pieces: { text: string; linesBefore: number }[] = [];
  #lines: string[] = [];
  #size = 0;
  #linesBefore = 0;
  /** The end of the open code block (its fence) or comment (`-->`). */
  #closing: RegExp | null = null;
  #opened: Unread | null = null;
  /** The first two rows of the current table. */
  #tableHead: string[] = [];

  get unclosed(): readonly Unread[] {
    return this.#opened === null ? [] : [this.#opened];
  }

  add(line: string, index: number): void {
    if (this.#closing === null && this.#mayEndBefore(line)) this.#endPiece(index, line.startsWith("|"));
    if (this.#closing === null)
      this.#tableHead = line.startsWith("|") ? [...this.#tableHead, line].slice(0, 2) : [];
    this.#lines.push(line);
    this.#size += line.length + 1;
    this.#follow(line, index);
  }

  end(): readonly { text: string; linesBefore: number }[] {
    this.#endPiece(0, false);
    return this.#pieces;
  }

  #mayEndBefore(line: string): boolean {
    if (this.#size >= largestSize) return true;
    if (this.#size < goodSize) return false;
    return isHeading(line) || (standsAlone(line) && isBlank(this.#lines.at(-1) ?? ""));
  }

  #endPiece(index: number, inTable: boolean): void {
    if (this.#lines.length > 0)
      this.#pieces.push({ text: this.#lines.join("\n"), linesBefore: this.#linesBefore });
    const head = inTable && this.#tableHead.length === 2 ? this.#tableHead : [];
    this.#lines = [...head];
    this.#linesBefore = index - head.length;
    this.#size = 0;
  }

  #follow(line: string, index: number): void {
    if (this.#closing !== null) {
      if (!this.#closing.test(line)) return;
      this.#closing = null;
      this.#opened = null;
      return;
    }
    const fence = /^\s*(?:(?:[-*+>]|\d+[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      this.#closing = new RegExp(`^[\\s>]*${fence.charAt(0)}{${fence.length},}\\s*$`);
      this.#opened = {
        line: index + 1,
        text: line.trim(),
        reason: "the code block that it begins has no end",
      };
    } else if (/^ {0,3}<!--/.test(line) && !line.includes("-->")) {
      this.#closing = /-->/;
      this.#opened = { line: index + 1, text: line.trim(), reason: "the comment that it begins has no end" };
    }
  }
}
