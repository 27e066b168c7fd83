import type { Block, BlockKind } from "./block.ts";

const kinds: readonly BlockKind[] = [
  "heading",
  "setext-heading",
  "paragraph",
  "item",
  "indented-code",
  "closed-fence",
  "unclosed-fence",
  "html",
  "quote",
  "break",
];
const codes = new Map(kinds.map((kind, code) => [kind, code]));

/** How many numbers a block takes. */
export const blockWidth = 7;

/** Writes the blocks of a piece as whole numbers, from `place` on; `offset` is where the piece stood. */
export function encodeBlocks(
  blocks: readonly Block[],
  numbers: Int32Array,
  place: number,
  offset: number,
): void {
  let at = place;
  for (const { kind, level, start, end, textStart, textEnd, depth } of blocks) {
    numbers[at++] = codes.get(kind) ?? 0;
    numbers[at++] = level;
    numbers[at++] = start - offset;
    numbers[at++] = end - offset;
    numbers[at++] = textStart - offset;
    numbers[at++] = textEnd - offset;
    numbers[at++] = depth;
  }
}

/** Reads as many blocks back, for a piece that is at `offset`. */
export function decodeBlocks(numbers: Int32Array, place: number, count: number, offset: number): Block[] {
  const blocks: Block[] = [];
  const next = (at: number) => numbers[at] ?? 0;
  for (let at = place; blocks.length < count; at += blockWidth) {
    blocks.push({
      kind: kinds[next(at)] ?? "paragraph",
      level: next(at + 1),
      start: offset + next(at + 2),
      end: offset + next(at + 3),
      textStart: offset + next(at + 4),
      textEnd: offset + next(at + 5),
      depth: next(at + 6),
    });
  }
  return blocks;
}
