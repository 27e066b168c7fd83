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

/** Writes blocks as whole numbers, from `offset` on. */
export function encodeBlocks(blocks: readonly Block[], numbers: Int32Array, offset: number): void {
  let at = offset;
  for (const { kind, level, start, end, textStart, textEnd, depth } of blocks) {
    numbers[at++] = codes.get(kind) ?? 0;
    numbers[at++] = level;
    numbers[at++] = start;
    numbers[at++] = end;
    numbers[at++] = textStart;
    numbers[at++] = textEnd;
    numbers[at++] = depth;
  }
}

/** Reads as many blocks back. */
export function decodeBlocks(numbers: Int32Array, offset: number, count: number): Block[] {
  const blocks: Block[] = [];
  const next = (at: number) => numbers[at] ?? 0;
  for (let at = offset; blocks.length < count; at += blockWidth) {
    blocks.push({
      kind: kinds[next(at)] ?? "paragraph",
      level: next(at + 1),
      start: next(at + 2),
      end: next(at + 3),
      textStart: next(at + 4),
      textEnd: next(at + 5),
      depth: next(at + 6),
    });
  }
  return blocks;
}
