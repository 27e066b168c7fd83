import type { Block } from "./block.ts";
import type { Diagnostic, RuleName } from "./diagnostic.ts";
import { severityOfRule } from "./diagnostic.ts";
import type { UnreadTask } from "./find-unread-tasks.ts";
import { findUnreadTasks } from "./find-unread-tasks.ts";
import { LineIndex } from "./line-index.ts";
import type { BlockParser } from "./read-blocks.ts";
import { readBlocks } from "./read-blocks.ts";
import { readChanges } from "./read-changes.ts";
import { hasBox } from "./read-entries.ts";
import { readHeader } from "./read-header.ts";
import type { ReadSection } from "./read-phases.ts";
import { readPhases } from "./read-phases.ts";
import { readSections } from "./read-sections.ts";
import type { UnresolvedTask } from "./read-task.ts";
import { readTask } from "./read-task.ts";
import { rememberedBlocks } from "./remembered-blocks.ts";
import { dependencyResolver } from "./resolve-dependencies.ts";
import type { LineEnding, Task, TaskList } from "./task-list.ts";

/**
 * Reads a task list out of the text of a file. Never throws on what a person wrote: whatever looks like a
 * task and could not be read as one is in `diagnostics`.
 */
export function readTaskList(source: string, parse: BlockParser = rememberedBlocks(source)): TaskList {
  const bom = source.startsWith("\uFEFF");
  // The parser would leave a BOM out of its count; a blank in its place changes no block.
  const blocks = readBlocks(bom ? ` ${source.slice(1)}` : source, parse);
  const lines = new LineIndex(source);
  const sections = readSections(source, blocks).map((section): ReadSection => {
    const { reading, heading } = section;
    if (reading.is !== "task" || !heading) return { section, task: null };
    const { line } = lines.positionOf(heading.start);
    const place = {
      headingBlock: heading,
      blocks: withoutRule(section.blocks),
      sectionEnd: section.end,
      line,
    };
    return { section, task: readTask(source, { heading: reading, ...place }) };
  });
  const drafts = sections.flatMap(({ task }) => task ?? []);
  const { phases, phaseIndexes } = readPhases(source, sections, lines);
  const bare = sections.map(({ section }) => section);
  const conflictOffset = findConflict(source);
  let diagnostics: readonly Diagnostic[] | undefined;
  return {
    source,
    bom,
    lineEnding: lineEndingOf(source),
    ...readHeader(source, bare),
    phases,
    tasks: completeDrafts(source, drafts, phaseIndexes),
    changes: readChanges(source, bare),
    conflictOffset,
    // Most commands never ask for them, and looking for what was not read takes a tenth of the reading.
    get diagnostics() {
      diagnostics ??= diagnose(source, sections, blocks, conflictOffset, lines);
      return diagnostics;
    },
  };
}

/** The rule that ends a task's section is not part of the task. */
function withoutRule(blocks: readonly Block[]): readonly Block[] {
  return blocks.at(-1)?.kind === "break" && blocks.at(-1)?.level === 0 ? blocks.slice(0, -1) : blocks;
}

function completeDrafts(
  source: string,
  drafts: readonly UnresolvedTask[],
  phaseIndexes: readonly (number | null)[],
): Task[] {
  const resolve = dependencyResolver(source, drafts);
  return drafts.map((draft, index) => {
    const { dependencyWords: _, ...task } = draft;
    return { ...task, dependencies: resolve(draft), phaseIndex: phaseIndexes[index] ?? null };
  });
}

function lineEndingOf(source: string): LineEnding {
  const first = /\r\n|\n|\r/.exec(source)?.[0];
  return first === "\r\n" || first === "\r" ? first : "\n";
}

/** A merge under way shows at a line of its own, wherever that stands. */
function findConflict(source: string): number | null {
  if (!source.includes("<<<<<<<")) return null;
  return /(?<=^|[\n\r])<{7}(?=[ \r\n]|$)/.exec(source)?.index ?? null;
}

function diagnose(
  source: string,
  sections: readonly ReadSection[],
  blocks: readonly Block[],
  conflictOffset: number | null,
  lines: LineIndex,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (rule: RuleName, offset: number, message: string) =>
    found.push({ rule, severity: severityOfRule[rule], message, offset, ...lines.positionOf(offset) });
  const unread = findUnreadTasks(source, sections);
  const hasTasks = sections.some(({ task }) => task !== null);
  if (!hasTasks) {
    const first = unread[0]?.offset ?? firstBox(source, blocks) ?? 0;
    report("no-tasks", first, describeWithoutTasks(source, unread, blocks));
  }
  // Without a task the whole file is another tool's outline, which one diagnostic says better than hundreds.
  for (const { rule, offset, message, what } of unread) {
    if (hasTasks || what !== "outline item") report(rule, offset, message);
  }
  for (const { kind, start } of blocks) {
    if (kind === "unclosed-fence") report("unclosed-fence", start, "This code fence is never closed.");
  }
  if (conflictOffset !== null)
    report("conflict-marker", conflictOffset, "The file is in the middle of a merge.");
  return found.sort((one, other) => one.offset - other.offset);
}

function firstBox(source: string, blocks: readonly Block[]): number | undefined {
  return blocks.find((block) => block.kind === "item" && hasBox(source, block))?.start;
}

/** Says what stands in a file that has no task, so that nobody has to guess why. */
function describeWithoutTasks(
  source: string,
  unread: readonly UnreadTask[],
  blocks: readonly Block[],
): string {
  const outline = unread.filter(({ what }) => what === "outline item").length;
  const boxes = blocks.filter((block) => block.kind === "item" && hasBox(source, block)).length;
  const headings = blocks.filter(({ kind }) => kind === "heading" || kind === "setext-heading").length;
  const counts = [
    count(
      unread.length - outline,
      "heading or line that looks like a task",
      "headings or lines that look like tasks",
    ),
    count(outline, "numbered checkbox item of an outline", "numbered checkbox items of an outline"),
    count(boxes - outline, "other checkbox item", "other checkbox items"),
    count(headings, "heading", "headings"),
  ].filter((words) => words !== null);
  const instead =
    counts.length > 0 ? counts.join(", ") : source.trim() === "" ? "an empty file" : "plain text";
  const first = unread[0];
  const example = first ? `; the first: ${first.message}` : "";
  return `No task was found: a task is a heading such as ### Task 1.1: Title. Found instead: ${instead}${example}`;
}

function count(number: number, one: string, many: string): string | null {
  return number > 0 ? `${number} ${number === 1 ? one : many}` : null;
}
