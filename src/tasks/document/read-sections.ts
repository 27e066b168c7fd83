import type { Block } from "./read-blocks.ts";
import type { HeadingReading, TaskHeading } from "./read-heading.ts";
import { readHeading } from "./read-heading.ts";
import { readLabels } from "./read-labels.ts";
import { readTaskWords } from "./read-task-words.ts";
import { linesOf } from "./source-lines.ts";

/** A heading and the blocks that belong to it. The section before the first heading has no heading. */
export interface Section {
  readonly reading: HeadingReading;
  readonly heading: Block | null;
  readonly blocks: Block[];
  readonly start: number;
  /** Where the next section begins, or the end of the document. */
  end: number;
}

/**
 * Splits the blocks of a document at its headings. A task keeps the deeper headings in it (`#### Subtasks`) and ends at
 * a `---` line; the text after such a line belongs to no heading.
 */
export function readSections(source: string, blocks: readonly Block[]): Section[] {
  const ownWords = readTaskWords(source, blocks);
  let current = openSection(other, null, 0, source.length);
  const sections = [current];
  const open = (reading: HeadingReading, heading: Block | null, start: number) => {
    current.end = start;
    current = openSection(reading, heading, start, source.length);
    sections.push(current);
  };
  for (const block of blocks) {
    const reading = block.level === 0 ? readIfHeading(source, block, ownWords) : null;
    if (reading && !keepsHeading(current, block, reading)) open(reading, block, block.start);
    else current.blocks.push(block);
    if (endsTask(current, block)) open(other, null, block.end);
  }
  return sections;
}

const other: HeadingReading = { is: "other", group: null };

function openSection(reading: HeadingReading, heading: Block | null, start: number, end: number): Section {
  return { reading, heading, blocks: [], start, end };
}

/** Markdown reads text above a `---` line as a heading; this counts it as one only if it reads like a known heading. */
function readIfHeading(source: string, block: Block, ownWords: ReadonlySet<string>): HeadingReading | null {
  if (block.kind === "heading") return readHeading(source, block, ownWords);
  if (block.kind !== "setext-heading") return null;
  const [line, ...more] = linesOf(source, { start: block.textStart, end: block.textEnd });
  if (!line || more.length > 0 || readLabels(line).length > 0) return null;
  const reading = readHeading(source, block, ownWords);
  return reading.is === "other" && block.depth === 2 ? null : reading;
}

function keepsHeading({ reading, heading }: Section, block: Block, next: HeadingReading): boolean {
  if (reading.is !== "task" || heading === null || block.depth <= heading.depth) return false;
  return next.is === "other" || (next.is === "unread-task" && isPartOf(reading, next.number));
}

/** `#### Task:` describes the work of its task, and `#### Task 1.2.1: …` is a part of Task 1.2. */
const isPartOf = ({ phase, seq }: TaskHeading, number: string | null): boolean =>
  number === null || number.startsWith(`${phase}.${seq}.`);

function endsTask({ reading, heading }: Section, block: Block): boolean {
  const isRule = block.kind === "break" || block.kind === "setext-heading";
  return reading.is === "task" && block !== heading && block.level === 0 && isRule;
}
