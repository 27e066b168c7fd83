import type { Diagnostic, RuleName } from "./diagnostic.ts";
import { severityOfRule } from "./diagnostic.ts";
import type { UnreadTask } from "./find-unread-tasks.ts";
import { findUnreadTasks } from "./find-unread-tasks.ts";
import { nestedFences, withoutNestedFences } from "./prepare-markdown.ts";
import type { Block } from "./read-blocks.ts";
import { hasBox } from "./read-entries.ts";
import { readChanges, readHeader } from "./read-header-and-changes.ts";
import type { ReadSection } from "./read-phases.ts";
import { readPhases } from "./read-phases.ts";
import type { Section } from "./read-sections.ts";
import { readSections } from "./read-sections.ts";
import type { TaskSection } from "./read-task.ts";
import type { ReadingMemory } from "./reading-cache.ts";
import { blocksOf, rememberedReading } from "./reading-cache.ts";
import { resolveDependencies } from "./resolve-dependencies.ts";
import { LineIndex } from "./source-lines.ts";
import type { LineEnding, Task, TaskList } from "./task-list.ts";

/**
 * Reads a task list from the text of a file. Never throws on malformed text: anything that looks like a task but can't
 * be read as one is reported in `diagnostics`.
 */
export function readTaskList(source: string, memory: ReadingMemory = rememberedReading(source)): TaskList {
  const nested = nestedFences(source);
  const blocks = blocksOf(source, memory, withoutNestedFences(source, nested));
  const lines = new LineIndex(source);
  const sections = readSections(source, blocks).map((section): ReadSection => {
    const task = taskSection(section, lines);
    return { section, task: task && memory.taskIn(source, task) };
  });
  const drafts = sections.flatMap(({ task }) => task ?? []);
  const { phases, phaseIndexes, needs } = readPhases(source, sections, lines);
  const { ofTasks, ofPhases } = resolveDependencies(source, drafts, needs, phaseIndexes);
  const bare = sections.map(({ section }) => section);
  const conflictOffset = findConflict(source);
  let diagnostics: readonly Diagnostic[] | undefined;
  return {
    source,
    lineEnding: lineEndingOf(source),
    ...readHeader(source, bare),
    phases: phases.map((phase, index) => ({ ...phase, dependencies: ofPhases[index] ?? null })),
    // Assigned in place, because copying a remembered task would read all of its lazy properties.
    tasks: drafts.map((draft, index): Task => {
      const dependencies = ofTasks[index] as Task["dependencies"];
      return Object.assign(draft, { dependencies, phaseIndex: phaseIndexes[index] ?? null });
    }),
    changes: readChanges(source, bare),
    conflictOffset,
    // Computed on demand: most commands never use them, and finding unread tasks takes a tenth of the reading time.
    get diagnostics() {
      diagnostics ??= diagnose(source, sections, blocks, conflictOffset, lines, nested);
      return diagnostics;
    },
  };
}

function taskSection({ reading, heading, blocks, end }: Section, lines: LineIndex): TaskSection | null {
  if (reading.is !== "task" || !heading) return null;
  const { line } = lines.positionOf(heading.start);
  return { heading: reading, headingBlock: heading, blocks: withoutRule(blocks), sectionEnd: end, line };
}

/** The `---` that ends a task's section is not part of the task. */
function withoutRule(blocks: readonly Block[]): readonly Block[] {
  return blocks.at(-1)?.kind === "break" && blocks.at(-1)?.level === 0 ? blocks.slice(0, -1) : blocks;
}

function lineEndingOf(source: string): LineEnding {
  const first = /\r\n|\n|\r/.exec(source)?.[0];
  return first === "\r\n" || first === "\r" ? first : "\n";
}

/** The offset of the first conflict marker; null if there is none. */
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
  nested: readonly { readonly start: number }[],
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
  // Without a task, the whole file is another tool's outline: one diagnostic reports it instead of hundreds.
  for (const { rule, offset, message, what } of unread) {
    if (hasTasks || what !== "outline item") report(rule, offset, message);
  }
  for (const { kind, start } of blocks) {
    if (kind === "unclosed-fence") report("unclosed-fence", start, "This code fence is never closed.");
  }
  for (const { start } of nested)
    report(
      "unclosed-fence",
      start,
      "The fence inside this code fence ends it: begin and end this one with a mark more.",
    );
  if (conflictOffset !== null)
    report("conflict-marker", conflictOffset, "The file is in the middle of a merge.");
  return found.sort((one, other) => one.offset - other.offset);
}

function firstBox(source: string, blocks: readonly Block[]): number | undefined {
  return blocks.find((block) => block.kind === "item" && hasBox(source, block))?.start;
}

/** Explains why a file has no tasks, from what it contains. */
function describeWithoutTasks(
  source: string,
  unread: readonly UnreadTask[],
  blocks: readonly Block[],
): string {
  const having = (kind: UnreadTask["what"]): number => unread.filter(({ what }) => what === kind).length;
  const [outline, rows] = [having("outline item"), having("table row")];
  const boxes = blocks.filter((block) => block.kind === "item" && hasBox(source, block)).length;
  const headings = blocks.filter(({ kind }) => kind === "heading" || kind === "setext-heading").length;
  const counts = [
    count(
      unread.length - outline - rows,
      "heading or line that looks like a task",
      "headings or lines that look like tasks",
    ),
    count(rows, "row of a table that looks like a task", "rows of tables that look like tasks"),
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
