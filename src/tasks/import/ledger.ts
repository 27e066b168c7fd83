import { splitLines } from "./source-text.ts";

/** Part of another tool's list that has no place in a task list. */
export interface Leftover {
  /** 1-based; null for a source that is not read line by line. */
  readonly line: number | null;
  /** How many lines were not imported; 0 if only part of a line was not. */
  readonly lines: number;
  readonly what: string;
}

/** How many lines of a source were imported. `blank`, `read` and `notRead` add up to `total`. */
export interface LineCount {
  readonly total: number;
  /** Empty lines and rules such as `---`. */
  readonly blank: number;
  readonly read: number;
  readonly notRead: number;
}

/** A range of lines of a source, 1-based and inclusive. */
export interface LineSpan {
  readonly line: number;
  readonly lastLine: number;
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

  /** Marks lines as imported, except those of other spans. */
  read({ line, lastLine }: LineSpan, others: readonly LineSpan[] = []): void {
    const isOther = (at: number) => others.some((other) => at >= other.line && at <= other.lastLine);
    for (let at = line; at <= lastLine; at++) if (!isOther(at)) this.#read.add(at);
  }

  /** Marks the line of each place as imported. */
  readLinesOf(places: Iterable<Pick<LineSpan, "line">>): void {
    for (const { line } of places) this.#read.add(line);
  }

  /** The lines with text that are not imported so far. */
  get unread(): readonly { readonly line: number; readonly text: string }[] {
    const lines = this.#lines ?? [];
    return this.#unclaimed({ line: 1, lastLine: lines.length }).map((line) => ({
      line,
      text: lines[line - 1] ?? "",
    }));
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

  /** Reports the remaining lines as not imported, together for each section. */
  leaveRest(headings: readonly { readonly line: number; readonly text: string }[]): void {
    const sections = Map.groupBy(this.unread, ({ line }) =>
      headings.findLast((heading) => heading.line <= line),
    );
    for (const [heading, lines] of sections) {
      const [first, ...more] = lines;
      if (!first) continue;
      const kind = lines.some(({ text }) => /^\s*[-*+]\s+\[.?\]/.test(text)) ? "checklist" : "text";
      const isMere = more.length === 0 && first.line === heading?.line;
      const what = isMere ? `the heading "${heading.text}"` : `the ${kind} of the section "${heading?.text}"`;
      const span = { line: first.line, lastLine: lines.at(-1)?.line ?? first.line };
      this.leave(span, heading ? what : "the text above any heading");
    }
  }

  /** What was not imported, by line. */
  get leftovers(): readonly Leftover[] {
    return this.#leftovers.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  }

  /** How many lines were imported; null for a source that is not read line by line. */
  get lines(): LineCount | null {
    if (this.#lines === null) return null;
    const total = this.#lines.length;
    const blank = this.#lines.filter(isEmpty).length;
    const notRead = this.#left.size;
    return { total, blank, read: total - blank - notRead, notRead };
  }

  #unclaimed({ line, lastLine }: LineSpan): readonly number[] {
    const numbers = Array.from({ length: lastLine - line + 1 }, (_, index) => line + index);
    return numbers.filter(
      (at) => !this.#read.has(at) && !this.#left.has(at) && !isEmpty(this.#lines?.[at - 1] ?? ""),
    );
  }
}
