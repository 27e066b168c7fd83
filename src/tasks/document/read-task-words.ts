import { letters } from "./letters.ts";
import type { Block } from "./read-blocks.ts";
import { readFields } from "./read-fields.ts";
import { lead, readHeading, unknownTaskWord } from "./read-heading.ts";

/**
 * The words that head the tasks of a list besides the known ones, in lower case: `story` in `### Story 1.1: …`, the
 * empty word in `### 1.1 …`. Other documents number their chapters like this, so most sections under such headings must
 * be written like tasks, with fields or boxes; a single section must have dependencies and another field.
 */
export function readTaskWords(source: string, blocks: readonly Block[]): ReadonlySet<string> {
  const candidates = Map.groupBy(candidateHeadings(source, blocks), ({ word }) => word);
  const chosen = [...candidates].filter(([, headings]) => {
    const [only, ...more] = headings;
    if (only && more.length === 0) return hasFieldsOfTask(source, blocksUnder(source, blocks, only.index));
    const asTask = headings.filter((heading) => isWrittenAsTask(source, blocks, heading));
    return 2 * asTask.length > headings.length;
  });
  return new Set(chosen.map(([word]) => word));
}

interface Candidate {
  readonly word: string;
  /** The index of the heading among the blocks. */
  readonly index: number;
}

/** The headings with a task's number after another word. Headings below a known task are parts of that task. */
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

function blocksUnder(source: string, blocks: readonly Block[], index: number): readonly Block[] {
  const depth = blocks[index]?.depth ?? 0;
  const next = blocks.findIndex(
    (block, at) =>
      at > index &&
      block.kind === "heading" &&
      block.level === 0 &&
      (block.depth <= depth || readHeading(source, block).is !== "other"),
  );
  return blocks.slice(index + 1, next < 0 ? undefined : next);
}

/** If `1.2` has parts such as `1.2.1` that are written as tasks and no content besides, it is a group of tasks. */
function isWrittenAsTask(source: string, blocks: readonly Block[], { index }: Candidate): boolean {
  const under = blocksUnder(source, blocks, index);
  const parts = under.flatMap((block, at) => (isPart(source, block) ? at : []));
  if (hasContentOfTask(source, under.slice(0, parts[0]))) return true;
  return (
    hasContentOfTask(source, under) &&
    !parts.some((from, at) => hasFieldsOfTask(source, under.slice(from + 1, parts[at + 1])))
  );
}

const isPart = (source: string, { kind, level, textStart, textEnd }: Block): boolean =>
  kind === "heading" && level === 0 && partNumber.test(source.slice(textStart, textEnd));

const partNumber = new RegExp(String.raw`${lead}[${letters}]{0,20}\s*[#-]?\s*\d+\.\d+\.\d`);

function hasContentOfTask(source: string, blocks: readonly Block[]): boolean {
  const { fields, looseBoxes } = readFields(source, blocks);
  return fields.length + looseBoxes.filter(({ text }) => !taskId.test(text)).length > 0;
}

/** `T012 Write the query`: a box with such an id is a task itself. */
const taskId = /^T\d{2,}\b/;

/** With dependencies and another field, a section is a task whatever its heading. */
export function hasFieldsOfTask(source: string, blocks: readonly Block[]): boolean {
  const names = new Set(readFields(source, blocks).fields.map(({ field }) => field.name));
  const others = ["verification", "complexity", "steps"] as const;
  return names.has("dependencies") && others.some((name) => names.has(name));
}
