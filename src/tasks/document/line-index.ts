export interface Position {
  /** Both are 1-based, as editors count; a column is a UTF-16 unit. */
  readonly line: number;
  readonly column: number;
}

/** Tells the line and the column of an offset; `\n`, `\r\n` and a lone `\r` end a line, and a BOM takes no column. */
export class LineIndex {
  readonly #starts: number[];

  constructor(source: string) {
    this.#starts = [source.startsWith("\uFEFF") ? 1 : 0];
    const lineBreak = source.includes("\r") ? /\r\n|\n|\r/g : /\n/g;
    for (const match of source.matchAll(lineBreak)) this.#starts.push(match.index + match[0].length);
  }

  positionOf(offset: number): Position {
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
