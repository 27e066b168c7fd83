import assert from "node:assert";

/** Replaces `length` characters of a source, from `offset` on, by `text`. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/**
 * Splices the edits into the source. Insertions at one place keep the order they are given in.
 * @throws AssertionError where two edits overlap or one lies outside the source: that is a bug, not bad input.
 */
export function applyTextEdits(source: string, edits: readonly TextEdit[]): string {
  const sorted = edits.toSorted((a, b) => a.offset - b.offset || a.length - b.length);
  const parts: string[] = [];
  let end = 0;
  for (const edit of sorted) {
    assert(edit.length >= 0 && edit.offset >= end, `text edits overlap at offset ${edit.offset}`);
    assert(edit.offset + edit.length <= source.length, `text edit ends beyond the source`);
    parts.push(source.slice(end, edit.offset), edit.text);
    end = edit.offset + edit.length;
  }
  return parts.join("") + source.slice(end);
}
