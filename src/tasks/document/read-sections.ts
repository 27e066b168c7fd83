import { letters } from "./letters.ts";
import type { Block } from "./read-blocks.ts";
import { readFields } from "./read-fields.ts";
import type { HeadingReading, TaskHeading } from "./read-heading.ts";
import { lead, readHeading } from "./read-heading.ts";
import { readLabels } from "./read-labels.ts";
import type { LineIndex } from "./source-lines.ts";
import { linesOf } from "./source-lines.ts";

/** A heading and the blocks that belong to it. The section before the first heading has no heading. */
export interface Section {
  readonly reading: HeadingReading;
  readonly heading: Block | null;
  readonly blocks: Block[];
  readonly start: number;
  /** 1-based line of its start. */
  readonly line: number;
  /** Where the next section begins, or the end of the document. */
  end: number;
}

/** A section whose heading is a task's. */
export type TaskSection = Section & { readonly reading: TaskHeading; readonly heading: Block };

export const isTaskSection = (section: Section): section is TaskSection => section.reading.is === "task";

/**
 * Splits the blocks of a document at its headings. A task keeps the deeper headings in it (`#### Subtasks`) and ends at
 * a `---` line; the text after such a line belongs to no heading.
 */
export function readSections(source: string, blocks: readonly Block[], lines: LineIndex): Section[] {
  const readings = readHeadings(source, blocks);
  const sectionFrom = (start: number, reading: HeadingReading, heading: Block | null): Section => {
    const { line } = lines.positionOf(start);
    return { reading, heading, blocks: [], start, line, end: source.length };
  };
  let current = sectionFrom(0, other, null);
  const sections = [current];
  const open = (reading: HeadingReading, heading: Block | null, start: number) => {
    current.end = start;
    current = sectionFrom(start, reading, heading);
    sections.push(current);
  };
  for (const block of blocks) {
    const reading = readings.get(block);
    if (reading && !keepsHeading(current, block, reading)) open(reading, block, block.start);
    else if (!isRule(block)) current.blocks.push(withoutRule(block));
    if (current.reading.is === "task" && block !== current.heading && endsTask(block))
      open(other, null, block.end);
  }
  return sections;
}

const other: HeadingReading = { is: "other", group: null, own: null };

type Readings = Map<Block, HeadingReading>;

/** The headings outside lists, with the list's own words for its tasks. */
function readHeadings(source: string, blocks: readonly Block[]): Readings {
  const headings = blocks.filter((block) => block.level === 0 && isHeading(source, block));
  const readings: Readings = new Map(headings.map((block) => [block, readHeading(source, block)]));
  const ownWords = readTaskWords(source, blocks, readings);
  for (const [block, reading] of readings) {
    const own =
      "own" in reading && reading.own && ownWords.has(reading.own.word) ? reading.own.reading : reading;
    // Markdown reads text above a `---` line as a heading; here, it is one only if it reads like a known heading.
    if (own.is === "other" && block.kind === "setext-heading" && block.depth === 2) readings.delete(block);
    else readings.set(block, own);
  }
  return readings;
}

function isHeading(source: string, { kind, textStart: start, textEnd: end }: Block): boolean {
  if (kind !== "setext-heading") return kind === "heading";
  const [line, ...more] = linesOf(source, { start, end });
  return line !== undefined && more.length === 0 && readLabels(line).length === 0;
}

function keepsHeading({ reading, heading }: Section, block: Block, next: HeadingReading): boolean {
  if (reading.is !== "task" || heading === null || block.depth <= heading.depth) return false;
  return next.is === "other" || (next.is === "unread-task" && isPartOf(reading, next.number));
}

/** `#### Task:` describes the work of its task, and `#### Task 1.2.1: …` is a part of Task 1.2. */
const isPartOf = ({ phase, seq }: TaskHeading, number: string | null): boolean =>
  number === null || number.startsWith(`${phase}.${seq}.`);

/** If Markdown reads text as a heading because of the line below it, that line is not part of the text. */
const withoutRule = (block: Block): Block =>
  block.kind === "setext-heading" ? { ...block, kind: "paragraph", end: block.textEnd } : block;

/** A `---` line, with or without text right above it, which Markdown then reads as a heading. */
const endsTask = (block: Block): boolean =>
  isRule(block) || (block.kind === "setext-heading" && block.level === 0);

const isRule = ({ kind, level }: Block): boolean => kind === "break" && level === 0;

/**
 * The words that head the tasks of a list besides the known ones, in lower case: `story` in `### Story 1.1: …`, the
 * empty word in `### 1.1 …`. Other documents number their chapters like this, so most sections under such headings must
 * be written like tasks, with fields or boxes; a single section must have dependencies and another field.
 */
function readTaskWords(source: string, blocks: readonly Block[], readings: Readings): ReadonlySet<string> {
  const candidates = Map.groupBy(candidateHeadings(blocks, readings), ({ word }) => word);
  const chosen = [...candidates].filter(([, headings]) => {
    const [only, ...more] = headings;
    if (only && more.length === 0) return hasFieldsOfTask(source, only.under);
    const asTask = headings.filter(({ under }) => isWrittenAsTask(source, under));
    return 2 * asTask.length > headings.length;
  });
  return new Set(chosen.map(([word]) => word));
}

interface Candidate {
  readonly word: string;
  /** The blocks under the heading. */
  readonly under: readonly Block[];
}

/** The headings with a task's number after another word. Headings below a known task are parts of that task. */
function* candidateHeadings(blocks: readonly Block[], readings: Readings): Iterable<Candidate> {
  let taskDepth = Number.POSITIVE_INFINITY;
  for (const [at, block] of blocks.entries()) {
    const { kind, depth } = block;
    const reading = kind === "heading" ? readings.get(block) : undefined;
    if (!reading || depth > taskDepth) continue;
    taskDepth = reading.is === "task" ? depth : Number.POSITIVE_INFINITY;
    const own = "own" in reading && (depth === 3 || depth === 4) ? reading.own : null;
    if (own) yield { word: own.word, under: blocksUnder(blocks, at, readings) };
  }
}

/** The blocks from a heading to the next one of its depth or of a known kind. */
function blocksUnder(blocks: readonly Block[], at: number, readings: Readings): readonly Block[] {
  const depth = blocks[at]?.depth ?? 0;
  const closes = (block: Block | undefined): boolean => {
    const reading = block?.kind === "heading" ? readings.get(block) : undefined;
    return block !== undefined && reading !== undefined && (block.depth <= depth || reading.is !== "other");
  };
  let end = at + 1;
  while (end < blocks.length && !closes(blocks[end])) end++;
  return blocks.slice(at + 1, end);
}

/** If `1.2` has parts such as `1.2.1` that are written as tasks and no content besides, it is a group of tasks. */
function isWrittenAsTask(source: string, under: readonly Block[]): boolean {
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

export function hasContentOfTask(source: string, blocks: readonly Block[]): boolean {
  const { fields, looseBoxes } = readFields(source, blocks);
  return fields.length + looseBoxes.filter(({ text }) => !taskId.test(text)).length > 0;
}

/** `T012 Write the query`: a box with such an id is a task itself. */
const taskId = /^T\d{2,}\b/;

/** With dependencies and another field, a section is a task whatever its heading. */
export function hasFieldsOfTask(source: string, blocks: readonly Block[]): boolean {
  const names = new Set(readFields(source, blocks).fields.map(({ name }) => name));
  const others = ["verification", "complexity", "steps"] as const;
  return names.has("dependencies") && others.some((name) => names.has(name));
}

export function isChanges(source: string, { heading }: Section): boolean {
  return heading !== null && /^changes$/i.test(source.slice(heading.textStart, heading.textEnd).trim());
}
