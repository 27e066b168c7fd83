import type { Leftover, LineCount } from "./source-list.ts";

/** Lines of a source, 1-based, both included. */
export interface LineSpan {
  readonly line: number;
  readonly lastLine: number;
}

/** A section and what to call it, if only its heading is left or more of it. */
export interface NamedSection extends LineSpan {
  readonly what: string;
  readonly heading: string | null;
}

const isEmpty = (text: string): boolean => /^\s*(?:-{3,}|\*{3,}|_{3,})?\s*$/.test(text);

/**
 * What became of each line of a source. Every line with text is read or left over in the end, so that their numbers
 * add up whatever a reader forgot.
 */
export class LineLedger {
  readonly #lines: readonly string[];
  readonly #read = new Set<number>();
  readonly #left = new Set<number>();
  readonly #leftovers: Leftover[] = [];

  constructor(source: string) {
    this.#lines = source.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
    if (this.#lines.at(-1) === "") this.#lines = this.#lines.slice(0, -1);
  }

  /** These lines are carried over. */
  read(...spans: readonly LineSpan[]): void {
    for (const { line, lastLine } of spans) for (let at = line; at <= lastLine; at++) this.#read.add(at);
  }

  hasRead(line: number): boolean {
    return this.#read.has(line);
  }

  /** These lines are not, or only what another piece says of them. */
  leave(span: LineSpan, what: string): void {
    const lines = this.#unclaimed(span);
    for (const line of lines) this.#left.add(line);
    this.#leftovers.push({ line: span.line, lines: lines.length, what });
  }

  /** Something in a line that is carried over otherwise. */
  note(line: number | null, what: string): void {
    this.#leftovers.push({ line, lines: 0, what });
  }

  /** Leaves each stretch of lines that nobody has spoken of, under the name of the section it is in. */
  leaveRest(sections: readonly NamedSection[]): void {
    for (const { line, lastLine, what, heading } of sections) {
      const [first, ...more] = this.#unclaimed({ line, lastLine });
      if (first === undefined) continue;
      for (const left of [first, ...more]) this.#left.add(left);
      const isHeading = first === line && more.length === 0 && heading !== null;
      this.#leftovers.push({ line: first, lines: 1 + more.length, what: isHeading ? heading : what });
    }
  }

  get leftovers(): readonly Leftover[] {
    return this.#leftovers.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  }

  get count(): LineCount {
    const total = this.#lines.length;
    const blank = this.#lines.filter((text, index) => isEmpty(text) && !this.#read.has(index + 1)).length;
    const notRead = this.#left.size;
    return { total, blank, read: total - blank - notRead, notRead };
  }

  #unclaimed({ line, lastLine }: LineSpan): readonly number[] {
    const numbers = Array.from({ length: lastLine - line + 1 }, (_, index) => line + index);
    return numbers.filter(
      (at) => !this.#read.has(at) && !this.#left.has(at) && !isEmpty(this.#lines[at - 1] ?? ""),
    );
  }
}
