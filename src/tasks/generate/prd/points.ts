import { isAboutDocument, isHeadLine, withoutColon } from "./labels.ts";
import type { Block, Chapter, Line } from "./markdown.ts";
import type { Part } from "./model.ts";
import { partOf } from "./open-requirement-parts.ts";
import { rowPassage } from "./requirement-table.ts";

/**
 * The points of a chapter, those of its own blocks only: list items with the points below them, rows of tables, and
 * the lines of its prose, each under the label that heads it.
 */
export function pointsOf({ blocks }: Pick<Chapter, "blocks">): readonly Part[] {
  const points: Part[] = [];
  let label: string | null = null;
  for (const block of blocks) {
    if (block.kind !== "paragraph") points.push(...pointsIn(block, label));
    else
      for (const line of block.lines.filter(({ text }) => !isAboutDocument(text))) {
        if (isHeadLine(line)) label = withoutColon(line.text);
        else points.push({ text: line.text, line: line.line, label, parts: [] });
      }
  }
  return points.filter(({ text, parts }) => text !== "" || parts.length > 0);
}

function pointsIn(block: Block, label: string | null): readonly Part[] {
  if (block.kind === "table")
    return block.rows.map((row) => ({ ...rowPassage(block, row), label, parts: [] }));
  if (block.kind !== "list") return [];
  const items = block.items.filter(({ struck, text }) => struck === null && !isAboutDocument(text));
  return items.map((item) => partOf(item, label));
}

/** Every line of prose in blocks, those of the points below their points included. */
export function linesBelow(blocks: readonly Block[]): readonly Line[] {
  return blocks.flatMap((block) => {
    if (block.kind === "paragraph") return block.lines;
    if (block.kind === "list") return block.items.flatMap((item) => [item, ...linesBelow(item.blocks)]);
    if (block.kind === "table")
      return block.rows.map((row) => ({ ...rowPassage(block, row), lead: null, struck: null }));
    return [];
  });
}
