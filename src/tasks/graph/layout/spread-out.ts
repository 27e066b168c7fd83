/**
 * Positions in the same order, as near to the wanted ones as the distances between neighbours allow. Positions that are
 * too close are moved apart as a block, centred on the mean of what its members wanted.
 * @param distances the least distance of each to the one after it
 */
export function spreadOut(wanted: readonly number[], distances: readonly number[]): readonly number[] {
  const blocks: Block[] = [];
  let offset = 0;
  for (const [index, position] of wanted.entries()) {
    // Without the distances before them, positions only have to keep their order.
    let block: Block = { sum: position - offset, size: 1 };
    for (
      let above = blocks.at(-1);
      above && above.sum / above.size > block.sum / block.size;
      above = blocks.at(-1)
    ) {
      blocks.pop();
      block = { sum: above.sum + block.sum, size: above.size + block.size };
    }
    blocks.push(block);
    offset += distances[index] ?? 0;
  }
  offset = 0;
  return blocks
    .flatMap(({ sum, size }) => Array.from({ length: size }, () => sum / size))
    .map((position, index) => {
      const placed = position + offset;
      offset += distances[index] ?? 0;
      return placed;
    });
}

interface Block {
  readonly sum: number;
  readonly size: number;
}
