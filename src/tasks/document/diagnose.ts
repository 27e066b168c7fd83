import type { Diagnostic, RuleName } from "./diagnostic.ts";
import { diagnosticOf } from "./diagnostic.ts";
import { letters } from "./letters.ts";
import { nestedFences } from "./prepare-markdown.ts";
import type { Block } from "./read-blocks.ts";
import { hasBox } from "./read-entries.ts";
import { readFields } from "./read-fields.ts";
import { lead, readHeading } from "./read-heading.ts";
import type { ReadSection } from "./read-phases.ts";
import { groupHeadedBy } from "./read-phases.ts";
import type { Section } from "./read-sections.ts";
import { hasContentOfTask, hasFieldsOfTask, isChanges } from "./read-sections.ts";
import type { LineIndex } from "./source-lines.ts";
import { linesOf } from "./source-lines.ts";
import type { Located } from "./task-list.ts";
import { phaseOf } from "./task-number.ts";
import { fieldsNamed } from "./task-queries.ts";

/** Text that looks like a task but was not read as one, or another problem. */
interface Problem {
  readonly rule: RuleName;
  readonly offset: number;
  readonly message: string;
  /** What looks like a task. */
  readonly what?: "heading" | "outline item" | "table row" | "line";
}

/** The problems that the reader finds, in the order of the text. */
export function diagnose(
  source: string,
  sections: readonly ReadSection[],
  blocks: readonly Block[],
  conflictOffset: number | null,
  lines: LineIndex,
  spent: readonly string[],
): Diagnostic[] {
  const known = new Set(sections.flatMap(({ task }) => task?.number ?? []));
  const mentioned = new Set(known.size === 0 ? [] : [...known, ...spent]);
  const unread = [...findUnread({ source, known, mentioned }, sections)];
  const hasTasks = known.size > 0;
  const isOpenFence = ({ kind }: Block): boolean => kind === "unclosed-fence";
  const problems: readonly Problem[] = [
    ...(hasTasks ? [] : [describeWithoutTasks(source, unread, blocks)]),
    // Without a task, the whole file is another tool's outline: one diagnostic reports it instead of hundreds.
    ...unread.filter(({ what }) => hasTasks || what !== "outline item"),
    ...blocks.filter(isOpenFence).map(fenceProblem("This code fence is never closed.")),
    ...nestedFences(source).map(
      fenceProblem("The fence inside this code fence ends it: begin and end this one with a mark more."),
    ),
    ...(conflictOffset === null ? [] : [{ ...midMerge, offset: conflictOffset }]),
  ];
  return problems
    .toSorted((one, other) => one.offset - other.offset)
    .map(({ rule, offset, message }) => {
      return diagnosticOf(rule, message, { offset, ...lines.positionOf(offset) });
    });
}

const fenceProblem =
  (message: string) =>
  ({ start }: { readonly start: number }): Problem => ({ rule: "unclosed-fence", offset: start, message });

const midMerge = { rule: "conflict-marker", message: "The file is in the middle of a merge." } as const;

/** Explains why a file has no tasks, from what it contains. */
function describeWithoutTasks(source: string, unread: readonly Problem[], blocks: readonly Block[]): Problem {
  const having = (kind: Problem["what"]): number => unread.filter(({ what }) => what === kind).length;
  const [outline, rows] = [having("outline item"), having("table row")];
  const boxes = blocks.filter((block) => isBox(source, block));
  const headings = blocks.filter(({ kind }) => kind === "heading" || kind === "setext-heading");
  const fenced = blocks
    .filter(({ kind }) => kind === "closed-fence" || kind === "unclosed-fence")
    .flatMap(({ start, end }) => source.slice(start, end).match(boxLine) ?? []);
  const counts: readonly (readonly [number, string, string])[] = [
    [
      unread.length - outline - rows,
      "heading or line that looks like a task",
      "headings or lines that look like tasks",
    ],
    [rows, "row of a table that looks like a task", "rows of tables that look like tasks"],
    [outline, "numbered checkbox item of an outline", "numbered checkbox items of an outline"],
    [boxes.length - outline, "other checkbox item", "other checkbox items"],
    [fenced.length, "checkbox item inside a code fence", "checkbox items inside code fences"],
    [headings.length, "heading", "headings"],
  ];
  const found = counts.flatMap(([number, one, many]) =>
    number > 0 ? `${number} ${number === 1 ? one : many}` : [],
  );
  const instead = found.join(", ") || (source.trim() === "" ? "an empty file" : "plain text");
  const [first] = unread;
  const example = first ? `; the first: ${first.message}` : "";
  const message = `No task was found: a task is a heading such as ### Task 1.1: Title. Found instead: ${instead}${example}`;
  return { rule: "no-tasks", offset: first?.offset ?? boxes[0]?.start ?? 0, message };
}

const boxLine = /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[[ xX]\][ \t]/gm;

interface Scope {
  readonly source: string;
  /** The numbers of the tasks. */
  readonly known: ReadonlySet<string>;
  /** With the numbers of tasks that were removed or renumbered, which lines may still mention. */
  readonly mentioned: ReadonlySet<string>;
}

/** Finds text that its author may have meant as a task: other kinds of headings, hidden headings, other outlines. */
function* findUnread(scope: Scope, sections: readonly ReadSection[]): Iterable<Problem> {
  let plan: number | null = null;
  for (const [index, section] of sections.entries()) {
    const { heading, blocks } = section;
    plan = planDepth(section, plan);
    const whyHeading = groupHeadedBy(sections, index) ? null : whySectionUnread(scope, section);
    for (const block of [heading ?? [], blocks].flat()) {
      const why = (block === heading && whyHeading) || whyUnread(scope, block, section, plan);
      if (why) yield malformed(block.start, textOf(scope.source, block), why, "heading");
      yield* hiddenHeadings(scope, block);
    }
    if (!isChanges(scope.source, section)) yield* unreadLines(scope, section);
  }
}

/** Why a section is not read as a task, or as a phase with tasks; null if nothing suggests that it should be. */
function whySectionUnread(scope: Scope, { heading, reading, blocks }: Section): string | null {
  if (!heading) return null;
  if (reading.is === "unread-task") return reading.because;
  if (heading.depth === 1 || reading.is === "task") return null;
  if (reading.is === "phase") {
    const hasBoxes = blocks.some((block) => isBox(scope.source, block));
    const isEmpty = reading.opens && [...scope.known].every((number) => phaseOf(number) !== reading.phase);
    return isEmpty && scope.known.size > 0 && hasBoxes ? taskless : null;
  }
  const text = textOf(scope.source, heading);
  // Boxes below a number are also checklists of other sections: `4.2 Environment`.
  if (numberedWords.test(text)) return readFields(scope.source, blocks).fields.length > 0 ? wordless : null;
  const isTask = nameHeading.test(text) ? hasContentOfTask : hasFieldsOfTask;
  return isTask(scope.source, blocks) ? numberless : null;
}

/**
 * Why a heading is not read as a task: it is in a list, or it is `#### 1.4 Install …` in a phase or below a task.
 * `1.4.1` is not reported if Task 1.4 exists, because it is a part of that task.
 */
function whyUnread(
  scope: Scope,
  block: Block,
  { heading, reading }: Section,
  plan: number | null,
): string | null {
  if (block.kind !== "heading") return null;
  if (block.level > 0) return readHeading(scope.source, block).is.endsWith("task") ? insideItem : null;
  if (plan === null || (block === heading && reading.is !== "other")) return null;
  const number = numberedWords.exec(textOf(scope.source, block))?.groups?.["number"];
  return number === undefined || scope.known.has(number) ? null : wordless;
}

/** Headings of tasks that Markdown shows as code, HTML or a quotation. */
function hiddenHeadings(scope: Scope, block: Block): readonly Problem[] {
  const place = hidingPlaces[block.kind];
  if (place === undefined) return [];
  const text = scope.source.slice(block.start, block.end);
  const tags = block.kind === "html" ? [...text.matchAll(tagHeading)] : [];
  const unknownTags = tags.filter(({ groups }) => !scope.known.has(groups?.["number"] ?? ""));
  return [...text.matchAll(hiddenHeading), ...unknownTags].map(({ 0: line, index }) => ({
    ...malformed(block.start + index + line.search(/[#<]/), line, `it is ${place}`, "heading"),
    ...(isShownOnly(block, text, index) ? { rule: "task-in-fence" } : {}),
  }));
}

/** Lines and items that begin like a task. A number that was read as a task is only a mention. */
function unreadLines(scope: Scope, { task, blocks, start: from, end: to }: ReadSection): readonly Problem[] {
  if (task && !mentionsTask.test(scope.source.slice(from, to))) return [];
  const references = task ? fieldsNamed(task, "dependencies") : [];
  return blocks
    .filter(({ kind, level }) => kind === "item" || (kind === "paragraph" && level === 0))
    .filter((block) => !references.some(({ start, end }) => start <= block.start && block.end <= end))
    .flatMap((block) => {
      const isOutline = task === null && isBox(scope.source, block);
      const lines = linesOf(scope.source, { start: block.textStart, end: block.textEnd });
      const heads = block.kind === "item" ? lines.slice(0, 1) : lines;
      return heads.flatMap((line) => unreadLine(line, isOutline, scope.mentioned) ?? []);
    });
}
/** `SETUP-01: …`, `Task login: …` */
const nameHeading = /^(?:[A-Z][A-Z0-9]{0,9}-\d+|Task\s+\S+)\s*[:：—–-]\s*\S/;
const numberedWords = new RegExp(String.raw`${lead}(?<number>\d+\.\d+)(?:\.\d+)*[.:)]?\s+\S`);

const isBox = (source: string, block: Block): boolean => block.kind === "item" && hasBox(source, block);

/** The depth of the phase or task that contains the section, or that the section is; null outside one. */
function planDepth({ heading, reading }: Section, plan: number | null): number | null {
  if (!heading) return plan;
  if (reading.is !== "other") return plan === null ? heading.depth : Math.min(plan, heading.depth);
  return plan !== null && heading.depth > plan ? plan : null;
}

const insideItem = "it is inside a list item";
const wordless = 'the heading of a task begins with "Task"';
const numberless = "it has a task's fields, but its heading has no number, as in Task 1.2: Title";
const taskless = "it is a phase, but has boxes and no task, as in ### Task 1.2: Title";

const hiddenHeading =
  /^[ \t>]*(?:<!--[ \t]*)?(?:[-*+][ \t]+)?#{1,6}[ \t]+(?:\[.\][ \t]*)?Task[ \t]+\d+\.\d+\b[^\r\n]*/gim;
/** A heading or a summary written as HTML; further tags may come before its text. */
const tagHeading =
  /<(?:h[1-6]|summary)\b[^<>]{0,200}>\s{0,20}(?:<[^<>]{1,200}>\s{0,20}){0,3}Task[ \t]+(?<number>\d+\.\d+)\b[^<\r\n]*/gi;

/**
 * A task in a code example or an HTML comment is unlikely to be meant as work. A comment that is never closed hides the
 * rest of the file by mistake.
 */
function isShownOnly({ kind }: Block, text: string, index: number): boolean {
  if (kind !== "html") return kind === "closed-fence" || kind === "indented-code";
  return [...text.matchAll(/<!--[\s\S]*?-->/g)].some(
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

const taskLine = /^(?:\*\*|__)?Task\s+#?(?<number>\d+\.\d+)(?![\d.]*\d)(?:\*\*|__)?\s*[:：—–-]\s*\S/i;
/** In a list with tasks, table rows repeat the tasks or number versions, so they are not reported. */
const tableRow = /^\|\s*(?:\*\*|`)?(?:Task\s+)?#?(?<number>\d+(?:\.\d+)*|[A-Z]{1,10}-?\d+)(?:\*\*|`)?\s*\|/i;
/**
 * A heading to its author, text to Markdown: a no-break blank is after the marks, another invisible character or four
 * blanks are before them, or there are seven.
 */
const nearHeading = /^[\uFEFF\u200B]?#+\s*Task\s*(?<number>\d+\.\d+)/i;
const outlineItem = new RegExp(
  String.raw`^(?:\*\*|__|\x60)?(?:Task\s+)?(?<number>\d+(?:\.\d+)+|[A-Z]{1,8}-?\d{2,})(?![${letters}\d])`,
);

/** A quick check, because most tasks have no such line and don't need a search line by line. */
const mentionsTask =
  /(?<=[\r\n])[ \t\u00A0\u3000\uFEFF\u200B]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[.?\][ \t]*)?[*_#]*\s?Task[ \t]*#?\d/i;

function unreadLine(line: Located, isOutline: boolean, known: ReadonlySet<string>): Problem | null {
  const words = line.text.replace(/^\[[^\]]?\]\s*/, "");
  const row = known.size === 0 ? tableRow.exec(words) : null;
  const match =
    taskLine.exec(words) ??
    row ??
    nearHeading.exec(line.text) ??
    (isOutline ? outlineItem.exec(words) : null);
  const number = match?.groups?.["number"];
  if (number === undefined || known.has(number)) return null;
  const what = isOutline ? "outline item" : row ? "table row" : "line";
  return malformed(line.start, line.text, headingWanted, what);
}

const headingWanted = "a task is a heading of its own, ### Task 1.2: Title";

function malformed(offset: number, text: string, why: string, what: NonNullable<Problem["what"]>): Problem {
  const message = `"${shorten(text)}" is not read as a task: ${why}`;
  return { rule: "malformed-task", offset, message, what };
}

const textOf = (source: string, { textStart, textEnd }: Block): string => source.slice(textStart, textEnd);

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}
