import { splitLines } from "../document/source-lines.ts";
import type { Answer } from "../reporting/answers.ts";

/** Part of another tool's list that has no place in a task list. */
export type Leftover = Answer<"import">["notCarriedOver"][number];

/** How many lines of a source were imported. A blank line may be a rule such as `---`. */
export type LineCount = NonNullable<Answer<"import">["lines"]>;

/** A range of lines of a source, 1-based and inclusive. */
export interface LineSpan {
  readonly line: number;
  readonly lastLine: number;
}

/** A line of a source with its number. */
export interface SourceLine {
  readonly line: number;
  readonly text: string;
}

const isEmpty = (text: string): boolean => /^\s*(?:-{3,}|\*{3,}|_{3,})?\s*$/.test(text);

/**
 * Records what happened to each line of a source. In the end, every line with text is read or left over, so that the
 * counts add up even if a reader missed a line.
 */
export class Ledger {
  readonly #lines: readonly SourceLine[] | null;
  readonly #read = new Set<number>();
  readonly #left = new Set<number>();
  readonly #leftovers: Leftover[] = [];

  /** @param source null for a source that is not read line by line. */
  constructor(source: string | null) {
    const lines = source === null ? null : splitLines(source);
    if (lines?.at(-1) === "") lines.pop();
    this.#lines = lines?.map((text, index) => ({ line: index + 1, text })) ?? null;
  }

  /** The lines of a range that were not left out, except those of other ranges. */
  linesIn(range: LineSpan, others: readonly LineSpan[] = []): readonly SourceLine[] {
    const lines = this.#lines?.slice(range.line - 1, range.lastLine) ?? [];
    const isIn = (line: number) => (other: LineSpan) => line >= other.line && line <= other.lastLine;
    return lines.filter(({ line }) => !this.#left.has(line) && !others.some(isIn(line)));
  }

  /** The lines with text that are not imported so far. */
  get unread(): readonly SourceLine[] {
    const isOpen = ({ line, text }: SourceLine) =>
      !this.#read.has(line) && !this.#left.has(line) && !isEmpty(text);
    return this.#lines?.filter(isOpen) ?? [];
  }

  /** Marks lines as imported. */
  read(lines: Iterable<Pick<SourceLine, "line">>): void {
    for (const { line } of lines) this.#read.add(line);
  }

  /** Marks lines as not imported and reports them. */
  leave(lines: readonly Pick<SourceLine, "line">[], what: string): void {
    for (const { line } of lines) this.#left.add(line);
    this.#leftovers.push({ line: lines[0]?.line ?? null, lines: lines.length, what });
  }

  /** Reports part of a line whose other parts are imported. */
  note(line: number | null, what: string): void {
    this.#leftovers.push({ line, lines: 0, what });
  }

  /** Reports the remaining lines as not imported, together for each section. */
  leaveRest(headings: readonly SourceLine[]): void {
    const sections = Map.groupBy(this.unread, ({ line }) =>
      headings.findLast((heading) => heading.line <= line),
    );
    for (const [heading, lines] of sections) {
      const kind = lines.some(({ text }) => /^\s*[-*+]\s+\[.?\]/.test(text)) ? "checklist" : "text";
      const isMere = lines.length === 1 && lines[0]?.line === heading?.line;
      const what = isMere
        ? `the heading "${heading?.text}"`
        : `the ${kind} of the section "${heading?.text}"`;
      this.leave(lines, heading ? what : "the text above any heading");
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
    const blank = this.#lines.filter(({ text }) => isEmpty(text)).length;
    const notRead = this.#left.size;
    return { total, blank, read: total - blank - notRead, notRead };
  }
}
