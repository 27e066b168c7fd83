import type { Leftover, SourceList } from "./source-list.ts";
import { splitLines } from "./source-text.ts";

/** A range of lines of a source, 1-based and inclusive. */
export interface LineSpan {
  readonly line: number;
  readonly lastLine: number;
}

/** A section, and how to report unread lines in it: `heading` if only its heading is unread, else `what`. */
export interface NamedSection extends LineSpan {
  readonly what: string;
  readonly heading: string | null;
}

const isEmpty = (text: string): boolean => /^\s*(?:-{3,}|\*{3,}|_{3,})?\s*$/.test(text);

/**
 * Records what happened to each line of a source. In the end, every line with text is read or left over, so that the
 * counts add up even if a reader missed a line.
 */
export class Ledger {
  readonly #lines: readonly string[] | null;
  readonly #read = new Set<number>();
  readonly #left = new Set<number>();
  readonly #leftovers: Leftover[] = [];

  /** @param source null for a source that is not read line by line. */
  constructor(source: string | null) {
    this.#lines = source === null ? null : splitLines(source.replace(/^\uFEFF/, ""));
    if (this.#lines?.at(-1) === "") this.#lines = this.#lines.slice(0, -1);
  }

  /** Marks lines as imported. */
  read(...spans: readonly LineSpan[]): void {
    for (const { line, lastLine } of spans) for (let at = line; at <= lastLine; at++) this.#read.add(at);
  }

  /** Marks the line of each place as imported. */
  readLinesOf(places: Iterable<Pick<LineSpan, "line">>): void {
    for (const { line } of places) this.#read.add(line);
  }

  hasRead(line: number): boolean {
    return this.#read.has(line);
  }

  /** Marks lines as not imported and reports them. */
  leave(span: LineSpan, what: string): void {
    const lines = this.#unclaimed(span);
    for (const line of lines) this.#left.add(line);
    this.#leftovers.push({ line: span.line, lines: lines.length, what });
  }

  /** Reports part of a line whose other parts are imported. */
  note(line: number | null, what: string): void {
    this.#leftovers.push({ line, lines: 0, what });
  }

  /** Reports the remaining lines of each section as not imported. */
  leaveRest(sections: readonly NamedSection[]): void {
    for (const { line, lastLine, what, heading } of sections) {
      const [first, ...more] = this.#unclaimed({ line, lastLine });
      if (first === undefined) continue;
      for (const left of [first, ...more]) this.#left.add(left);
      const isHeading = first === line && more.length === 0 && heading !== null;
      this.#leftovers.push({ line: first, lines: 1 + more.length, what: isHeading ? heading : what });
    }
  }

  /** What was not imported, and how many lines were. */
  get account(): Pick<SourceList, "leftovers" | "lines"> {
    const leftovers = this.#leftovers.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
    if (this.#lines === null) return { leftovers, lines: null };
    const total = this.#lines.length;
    const blank = this.#lines.filter((text, index) => isEmpty(text) && !this.#read.has(index + 1)).length;
    const notRead = this.#left.size;
    return { leftovers, lines: { total, blank, read: total - blank - notRead, notRead } };
  }

  #unclaimed({ line, lastLine }: LineSpan): readonly number[] {
    const numbers = Array.from({ length: lastLine - line + 1 }, (_, index) => line + index);
    return numbers.filter(
      (at) => !this.#read.has(at) && !this.#left.has(at) && !isEmpty(this.#lines?.[at - 1] ?? ""),
    );
  }
}
