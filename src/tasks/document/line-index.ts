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
    if (source.includes("\r")) {
      for (const match of source.matchAll(/\r\n|\n|\r/g)) this.#starts.push(match.index + match[0].length);
      return;
    }
    for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) this.#starts.push(at + 1);
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
