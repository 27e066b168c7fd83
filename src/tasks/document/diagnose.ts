import type { Diagnostic, RuleName } from "./diagnostic.ts";
import { severityOfRule } from "./diagnostic.ts";
import { letters } from "./letters.ts";
import { nestedFences } from "./prepare-markdown.ts";
import type { Block } from "./read-blocks.ts";
import { hasBox } from "./read-entries.ts";
import type { PhaseWords } from "./read-heading.ts";
import { readHeading } from "./read-heading.ts";
import type { ReadSection } from "./read-phases.ts";
import { groupHeadedBy } from "./read-phases.ts";
import type { Section } from "./read-sections.ts";
import { hasFieldsOfTask, isChanges } from "./read-sections.ts";
import type { LineIndex } from "./source-lines.ts";
import { linesOf } from "./source-lines.ts";
import type { Located } from "./task-list.ts";
import { phaseOf } from "./task-number.ts";

/** The problems that the reader finds, in the order of the text. */
export function diagnose(
  source: string,
  sections: readonly ReadSection[],
  blocks: readonly Block[],
  conflictOffset: number | null,
  lines: LineIndex,
  spent: readonly string[],
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (rule: RuleName, offset: number, message: string) =>
    found.push({ rule, severity: severityOfRule[rule], message, offset, ...lines.positionOf(offset) });
  const unread = findUnreadTasks(source, sections, spent);
  const hasTasks = sections.some(({ task }) => task !== null);
  if (!hasTasks) {
    const first = unread[0]?.offset ?? blocks.find((block) => isBox(source, block))?.start ?? 0;
    report("no-tasks", first, describeWithoutTasks(source, unread, blocks));
  }
  // Without a task, the whole file is another tool's outline: one diagnostic reports it instead of hundreds.
  for (const { rule, offset, message, what } of unread) {
    if (hasTasks || what !== "outline item") report(rule, offset, message);
  }
  for (const { kind, start } of blocks) {
    if (kind === "unclosed-fence") report("unclosed-fence", start, "This code fence is never closed.");
  }
  for (const { start } of nestedFences(source))
    report(
      "unclosed-fence",
      start,
      "The fence inside this code fence ends it: begin and end this one with a mark more.",
    );
  if (conflictOffset !== null)
    report("conflict-marker", conflictOffset, "The file is in the middle of a merge.");
  return found.sort((one, other) => one.offset - other.offset);
}

/** Explains why a file has no tasks, from what it contains. */
function describeWithoutTasks(
  source: string,
  unread: readonly UnreadTask[],
  blocks: readonly Block[],
): string {
  const having = (kind: UnreadTask["what"]): number => unread.filter(({ what }) => what === kind).length;
  const [outline, rows] = [having("outline item"), having("table row")];
  const boxes = blocks.filter((block) => isBox(source, block)).length;
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

/** Text that looks like a task but was not read as one. */
interface UnreadTask {
  readonly rule: RuleName;
  readonly offset: number;
  readonly message: string;
  readonly what: "heading" | "outline item" | "table row" | "line";
}

/**
 * Finds text that its author may have meant as a task: other kinds of headings, hidden headings, other tools' outlines.
 * @param spent the numbers of tasks that were removed or renumbered, which lines may still mention
 */
function findUnreadTasks(
  source: string,
  sections: readonly ReadSection[],
  spent: readonly string[],
): UnreadTask[] {
  const known = new Set(sections.flatMap(({ task }) => (task ? [task.number] : [])));
  const mentioned = known.size === 0 ? known : new Set([...known, ...spent]);
  const found: UnreadTask[] = [];
  let plan: number | null = null;
  for (const [index, section] of sections.entries()) {
    const { heading, blocks } = section;
    if (heading && groupHeadedBy(sections, index) === null)
      found.push(...unreadHeading(source, heading, section, known));
    plan = planDepth(section, plan);
    if (plan !== null && heading)
      found.push(...[heading, ...blocks].flatMap((block) => numberedHeading(source, block, section, known)));
    for (const block of blocks) found.push(...hiddenHeadings(source, block, known));
    if (!isChanges(source, section)) found.push(...unreadLines(source, section, mentioned));
  }
  return found;
}

function unreadHeading(
  source: string,
  heading: Block,
  { reading, blocks }: Section,
  known: ReadonlySet<string>,
): UnreadTask[] {
  const unread = (why: string) => [malformed(heading.start, textOf(source, heading), why, "heading")];
  if (reading.is === "unread-task") return unread(reading.because);
  if (heading.depth === 1) return [];
  if (reading.is === "phase") return isEmptyPhase(source, reading, blocks, known) ? unread(taskless) : [];
  if (reading.is !== "other") return [];
  const isNamed = idHeading.test(textOf(source, heading));
  return hasFieldsOfTask(source, blocks) || (isNamed && hasBoxes(source, blocks)) ? unread(numberless) : [];
}

/** `SETUP-01: …` */
const idHeading = /^[A-Z][A-Z0-9]{0,9}-\d+\s*[:：—–-]/;

/** Whether a phase has checkboxes instead of tasks. */
function isEmptyPhase(
  source: string,
  { phase, opens }: PhaseWords,
  blocks: readonly Block[],
  known: ReadonlySet<string>,
): boolean {
  if (!opens || known.size === 0 || !hasBoxes(source, blocks)) return false;
  return [...known].every((number) => phaseOf(number) !== phase);
}

const hasBoxes = (source: string, blocks: readonly Block[]): boolean =>
  blocks.some((block) => isBox(source, block));

const isBox = (source: string, block: Block): boolean => block.kind === "item" && hasBox(source, block);

/** The depth of the phase or task that contains the section, or that the section is; null outside one. */
function planDepth({ heading, reading }: Section, plan: number | null): number | null {
  if (!heading) return plan;
  if (reading.is !== "other") return plan === null ? heading.depth : Math.min(plan, heading.depth);
  return plan !== null && heading.depth > plan ? plan : null;
}

const numberedWords = /^(?<number>\d+\.\d+)(?:\.\d+)*[.:)]?\s+\S/;

/**
 * `#### 1.4 Install …` in a phase or below a task. `1.4.1` is not reported if Task 1.4 exists, because it is a part of
 * that task.
 */
function numberedHeading(
  source: string,
  block: Block,
  section: Section,
  known: ReadonlySet<string>,
): UnreadTask[] {
  if (block.kind !== "heading" || block.level > 0) return [];
  if (block === section.heading && section.reading.is !== "other") return [];
  const text = textOf(source, block);
  const number = numberedWords.exec(text)?.groups?.["number"];
  if (number === undefined || known.has(number)) return [];
  return [malformed(block.start, text, wordless, "heading")];
}

const wordless = 'the heading of a task begins with "Task"';
const numberless = "it has a task's fields, but its heading has no number, as in Task 1.2: Title";
const taskless = "it is a phase, but has boxes and no task, as in ### Task 1.2: Title";

const hiddenHeading = /^[ \t>]*(?:[-*+][ \t]+)?#{1,6}[ \t]+(?:\[.\][ \t]*)?Task[ \t]+\d+\.\d+\b[^\r\n]*/gim;
/** A heading or a summary written as HTML; further tags may come before its text. */
const tagHeading =
  /<(?:h[1-6]|summary)\b[^<>]{0,200}>\s{0,20}(?:<[^<>]{1,200}>\s{0,20}){0,3}Task[ \t]+(?<number>\d+\.\d+)\b[^<\r\n]*/gi;

/** Headings of tasks that Markdown shows as code, HTML or a quotation. */
function hiddenHeadings(source: string, block: Block, known: ReadonlySet<string>): UnreadTask[] {
  if (block.kind === "heading") return headingInItem(source, block);
  const place = hidingPlaces[block.kind];
  if (place === undefined) return [];
  const text = source.slice(block.start, block.end);
  const tags = block.kind === "html" ? [...text.matchAll(tagHeading)] : [];
  const unknownTags = tags.filter(({ groups }) => !known.has(groups?.["number"] ?? ""));
  return [...text.matchAll(hiddenHeading), ...unknownTags].map(({ 0: line, index }) => ({
    ...malformed(block.start + index + line.search(/[#<]/), line, `it is ${place}`, "heading"),
    ...(isShownOnly(block, text, index) ? { rule: "task-in-fence" } : {}),
  }));
}

/** A task in a code example or an HTML comment is unlikely to be meant as work. */
function isShownOnly({ kind }: Block, text: string, index: number): boolean {
  if (kind !== "html") return kind === "closed-fence" || kind === "indented-code";
  return [...text.matchAll(/<!--[\s\S]*?(?:-->|$)/g)].some(
    ({ 0: comment, index: start }) => start <= index && index < start + comment.length,
  );
}

const hidingPlaces: Partial<Record<Block["kind"], string>> = {
  "closed-fence": "inside a code fence",
  "unclosed-fence": "inside a code fence that is never closed",
  "indented-code": "inside code, indented by four blanks or more",
  html: "inside an HTML block or comment",
  quote: "inside a quotation",
};

function headingInItem(source: string, block: Block): UnreadTask[] {
  const isTask = block.level > 0 && /^(?:un)?(?:read-)?task$/.test(readHeading(source, block).is);
  return isTask ? [malformed(block.start, textOf(source, block), "it is inside a list item", "heading")] : [];
}

const taskLine = /^(?:\*\*|__)?Task\s+#?(?<number>\d+\.\d+)(?![\d.]*\d)(?:\*\*|__)?\s*[:：—–-]\s*\S/i;
/** In a list with tasks, table rows repeat the tasks or number versions, so they are not reported. */
const tableRow = /^\|\s*(?:\*\*|`)?(?:Task\s+)?#?(?<number>\d+(?:\.\d+)*|[A-Z]{1,10}-?\d+)(?:\*\*|`)?\s*\|/i;
const headingWithoutBlank = /^#{1,6}Task\s*(?<number>\d+\.\d+)/i;
const outlineItem = new RegExp(
  String.raw`^(?:\*\*|__|\x60)?(?:Task\s+)?(?<number>\d+(?:\.\d+)+|[A-Z]{1,8}-?\d{2,})(?![${letters}\d])`,
);

/** A quick check, because most tasks have no such line and don't need a search line by line. */
const mentionsTask =
  /(?<=[\r\n])[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[.?\][ \t]*)?[*_#]{0,6}Task[ \t]*#?\d/i;

/** Lines and items that begin like a task. A number that was read as a task is only a mention. */
function unreadLines(
  source: string,
  { task, blocks, start: from, end: to }: ReadSection,
  known: ReadonlySet<string>,
): UnreadTask[] {
  if (task && !mentionsTask.test(source.slice(from, to))) return [];
  const references = task?.fields.filter(({ name }) => name === "dependencies") ?? [];
  const isReference = (block: Block) =>
    references.some(({ start, end }) => start <= block.start && block.end <= end);
  return blocks
    .filter((block) => block.kind === "item" || (block.kind === "paragraph" && block.level === 0))
    .filter((block) => !isReference(block))
    .flatMap((block) => {
      const isOutline = task === null && isBox(source, block);
      const lines = linesOf(source, { start: block.textStart, end: block.textEnd });
      const heads = block.kind === "item" ? lines.slice(0, 1) : lines;
      return heads.flatMap((line) => unreadLine(line, isOutline, known) ?? []);
    });
}

function unreadLine(line: Located, isOutline: boolean, known: ReadonlySet<string>): UnreadTask | null {
  const words = line.text.replace(/^\[[^\]]?\]\s*/, "");
  const row = known.size === 0 ? tableRow.exec(words) : null;
  const match =
    taskLine.exec(words) ??
    row ??
    headingWithoutBlank.exec(words) ??
    (isOutline ? outlineItem.exec(words) : null);
  const number = match?.groups?.["number"];
  if (number === undefined || known.has(number)) return null;
  const what = isOutline ? "outline item" : row ? "table row" : "line";
  return malformed(line.start, line.text, headingWanted, what);
}

const headingWanted = "a task is a heading of its own, ### Task 1.2: Title";

function malformed(offset: number, text: string, why: string, what: UnreadTask["what"]): UnreadTask {
  const message = `"${shorten(text)}" is not read as a task: ${why}`;
  return { rule: "malformed-task", offset, message, what };
}

const textOf = (source: string, { textStart, textEnd }: Block): string => source.slice(textStart, textEnd);

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}
