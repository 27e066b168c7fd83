import type { Block } from "./read-blocks.ts";
import { readLabels } from "./read-labels.ts";
import { lineAt, linesOf } from "./source-lines.ts";
import type { Span } from "./task-list.ts";

/**
 * Blocks in which a label ends the list above it. Markdown reads it as more text of the last item, however deep, if no
 * blank line is between them.
 */
export function partLabels(source: string, blocks: readonly Block[]): readonly Block[] {
  const parted: Block[] = [];
  let top: Block | undefined;
  let topAt = 0;
  let item: Block | undefined;
  for (const block of blocks) {
    if (block.kind === "item") item = block;
    if (block.level === 0) [top, topAt] = [block, parted.length];
    parted.push(block);
    // The first paragraph of an item is in the item.
    const isText = block.kind === "item" || (block.kind === "paragraph" && block.start !== item?.textStart);
    if (top?.kind !== "item" || !isText) continue;
    const cut = labelBelow(source, block, top);
    if (!cut) continue;
    const { end, start, textEnd } = cut;
    for (const one of parted.splice(topAt)) parted.push(endedAt(end, one));
    parted.push({ kind: "paragraph", level: 0, start, end: textEnd, textStart: start, textEnd, depth: 0 });
  }
  return parted;
}

const endedAt = (end: number, block: Block): Block =>
  block.end > end ? { ...block, end, textEnd: Math.min(block.textEnd, end) } : block;

/** Where a label begins that is indented no further than the outermost item, and the text above it ends. */
function labelBelow(source: string, { textStart, textEnd }: Block, top: Span) {
  const indentOf = ({ start }: Span): number => start - lineAt(source, start).start;
  const lines = linesOf(source, { start: textStart, end: textEnd });
  const at = lines.findIndex(
    (line, index) => index > 0 && indentOf(line) <= indentOf(top) && readLabels(line).length > 0,
  );
  const [above, label] = [lines[at - 1], lines[at]];
  return above && label && { end: above.end, start: label.start, textEnd };
}
