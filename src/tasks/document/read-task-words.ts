import type { Block } from "./block.ts";
import { readFields } from "./read-fields.ts";
import { readHeading, unknownTaskWord } from "./read-heading.ts";

/**
 * The words that head the tasks of a list besides the known ones, in lower case: `story` in `### Story 1.1: …`, the
 * empty word in `### 1.1 …`. At least two headings of one depth have to use the word, and most of what is under them
 * has to be written as a task is, with fields or boxes: other documents number their chapters so.
 */
export function readTaskWords(source: string, blocks: readonly Block[]): ReadonlySet<string> {
  const candidates = Map.groupBy(candidateHeadings(source, blocks), ({ word }) => word);
  const chosen = [...candidates].filter(([, headings]) => {
    const asTask = headings.filter(({ index }) => isWrittenAsTask(source, blocks, index)).length;
    return headings.length > 1 && 2 * asTask > headings.length;
  });
  return new Set(chosen.map(([word]) => word));
}

interface Candidate {
  readonly word: string;
  /** The place of the heading among the blocks. */
  readonly index: number;
}

/** The headings with a task's number after another word; what is below a known task is a part of that. */
function candidateHeadings(source: string, blocks: readonly Block[]): readonly Candidate[] {
  const found: Candidate[] = [];
  let taskDepth = Number.POSITIVE_INFINITY;
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== "heading" || block.level > 0 || block.depth > taskDepth) continue;
    const word = block.depth === 3 || block.depth === 4 ? unknownTaskWord(source, block) : null;
    if (word !== null) found.push({ word, index });
    const isTask = word === null && readHeading(source, block).is === "task";
    taskDepth = isTask ? block.depth : Number.POSITIVE_INFINITY;
  }
  return found;
}

function isWrittenAsTask(source: string, blocks: readonly Block[], index: number): boolean {
  const depth = blocks[index]?.depth ?? 0;
  const next = blocks.findIndex(
    (block, at) =>
      at > index &&
      block.kind === "heading" &&
      block.level === 0 &&
      (block.depth <= depth || readHeading(source, block).is !== "other"),
  );
  const { fields, looseBoxes } = readFields(source, blocks.slice(index + 1, next < 0 ? undefined : next));
  return fields.length + looseBoxes.length > 0;
}
