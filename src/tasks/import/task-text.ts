import { itemText } from "../document/read-entries.ts";
import { labelsIn, readEstimate } from "../document/read-labels.ts";
import { readTaskList } from "../document/read-task-list.ts";
import { splitLines } from "../document/source-lines.ts";
import type { Complexity, Field, FieldName, Status, Task } from "../document/task-list.ts";
import type { SourceCriterion, SourceTask } from "./source-list.ts";
import { emptyTask } from "./source-list.ts";
import { complexityOfEffort, criterionFor } from "./source-text.ts";

/** The parts of a task that its text states. */
interface TaskText extends Omit<SourceTask, "id" | "line"> {
  /** The fields that an imported task can't have, such as an owner. */
  readonly unplaced: readonly string[];
}

/**
 * Reads Markdown below the title of a task as the list reader reads it.
 * @param given the status from outside of the text; null if the boxes in it decide
 * @param id the number of the task in its source, which numbers its steps: `2.1.1` in 2.1
 */
export function readTaskText(
  title: string,
  markdown: string,
  given: Status | null = null,
  id: string | null = null,
): TaskText {
  const text = `### Task 1.1: ${title}\n\n${asTaskText(markdown)}\n`;
  const [task, ...more] = readTaskList(text).tasks;
  if (!task || more.length > 0)
    return { ...emptyTask, title, status: given ?? "Not Started", body: markdown, unplaced: [] };
  const status = statusOf(task, given);
  const code: string[] = [];
  const linesIn = (words: string): readonly string[] => {
    code.push(...codeIn(words));
    return linesOf(words).map((line) => withoutNumber(line, id));
  };
  const criteria = task.verification.map((entry) => ({
    text: criterionFor(linesIn(itemText(text, task, entry)).join(" ")),
    checked: entry.checked || (status === "Complete" && entry.box === null),
    isStep: entry.field === null,
  }));
  const steps = [
    ...valuesOf(text, task, "endpoint"),
    ...task.steps.flatMap((entry) => linesIn(itemText(text, task, entry))),
  ];
  // A heading that is not part of a task, such as `#### Phase 2`, ends its text for the list reader.
  const rest = text.slice(task.span.end).trim();
  const body =
    [belowFields(task.body ?? ""), ...code, rest].filter((part) => part !== "").join("\n\n") || null;
  return {
    title: task.title,
    status,
    blockedReason: status === "Blocked" ? task.status.blockedReason : null,
    complexity: task.complexity ?? effortIn(body ?? ""),
    dependencies: valuesOf(text, task, "dependencies"),
    requirements: task.requirements,
    files: task.files.map((file) => file.text),
    // The boxes under no label are criteria. In a task without other steps, they are the steps as well.
    steps: steps.length > 0 ? steps : criteria.filter(({ isStep }) => isStep).map((one) => one.text),
    criteria: criteria.map(({ text: words, checked }) => ({ text: words, checked })),
    body,
    unplaced: task.fields.filter(isUnplaced).map(({ label, value, end }) => {
      return `"${label.text}: ${linesOf(text.slice(value.start, end)).join("; ")}"`;
    }),
  };
}

/** A line without its number, if it continues the task's: `2.1.1 Write it` in 2.1, but not `10.0.0.1 answers`. */
const withoutNumber = (line: string, id: string | null): string =>
  id !== null && line.startsWith(`${id}.`) ? line.replace(/^[\d.]+[.)]?\s+/, "") : line;

const isUnplaced = ({ name }: Field): boolean => name === "owner" || name === "proof";

/**
 * Text that can be below the fields of a task. Its labels are outside of lists, because below the criteria a list would
 * be read as more criteria. A label that names a field again becomes another: `**Original status**: Complete (May 3)`.
 */
const belowFields = (body: string): string =>
  outsideCode(body, (line) => {
    const text = line.replace(/^[-*+]\s+/, "");
    const labels = labelsIn(text);
    const fields = labels.filter(({ name }) => name !== null).map(({ label }) => label.text);
    const changed = fields.reduce((said, name) => said.replace(name, `Original ${name.toLowerCase()}`), text);
    return labels.length > 0 ? changed : line;
  });

/** The stated status, else the given one. An unstarted task of whose boxes some are ticked is in progress. */
function statusOf({ status }: Task, given: Status | null): Status {
  if (given === null || (status.written !== null && status.understood)) return status.value;
  return given === "Not Started" && status.value !== "Not Started" ? "In Progress" : given;
}

/** The lines of a field's value and of the list below it. */
const valuesOf = (text: string, { fields }: Task, wanted: FieldName): readonly string[] =>
  fields
    .filter(({ name }) => name === wanted)
    .flatMap(({ value, end }) => linesOf(text.slice(value.start, end)));

/** The complexity for the value of a label such as Effort in the task's text. */
function effortIn(body: string): Complexity | null {
  const labels = body.split("\n").flatMap((line) => labelsIn(line.replace(/^\s*[-*+]\s+/, "")));
  const effort = labels.find(
    ({ label, value }) =>
      /^(?:effort|size|estimate)$/i.test(label.text) || readEstimate(label.text, value.text) !== null,
  );
  return effort ? complexityOfEffort(effort.value.text) : null;
}

const testLabel =
  /^(\s*(?:[-*+]\s+)?(\*\*|__))(?:tests?|testing|test strategy|independent test|validation|acceptance)(?=:?\2)/i;
/** `_Requirements: 1.1, 2.3_` is a label in italics. */
const italicLabel = /^(\s*[-*+]\s+)([_*])(?!\2)(\p{L}+:.*)(?<!\2)\2\s*$/u;

/** Markdown with its headings below the level of a task, and with the labels that the list reader knows. */
export function asTaskText(markdown: string): string {
  const depths = scanned(markdown).flatMap(({ line, block }) =>
    block === null ? (/^#{1,6}(?=\s)/.exec(line)?.[0].length ?? []) : [],
  );
  const shift = Math.max(0, 4 - Math.min(6, ...depths));
  return outsideCode(markdown, (line) =>
    line
      .replace(/^#{1,6}(?=\s)/, (marks) => "#".repeat(Math.min(6, marks.length + shift)))
      .replace(testLabel, "$1Verification")
      .replace(italicLabel, "$1$3"),
  );
}

/** The lines of a text, each with the place of the first line of its code block, which is null outside of code. */
function scanned(markdown: string) {
  let open: { readonly fence: string; readonly block: number } | null = null;
  return splitLines(markdown).map((line, place) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    const block: number | null = open?.block ?? (mark === undefined ? null : place);
    if (open === null) open = mark === undefined ? null : { fence: mark, block: place };
    else if (line.trim().startsWith(open.fence)) open = null;
    return { line, block };
  });
}

/** Changes each line that is not part of a code block. */
export const outsideCode = (markdown: string, change: (line: string) => string): string =>
  scanned(markdown)
    .map(({ line, block }) => (block === null ? change(line) : line))
    .join("\n");

/** The code blocks in a text, without the indentation of their fences. */
export function codeIn(text: string): readonly string[] {
  const inCode = scanned(text).filter(({ block }) => block !== null);
  return [...Map.groupBy(inCode, ({ block }) => block).values()].map((lines) =>
    unindented(lines.map(({ line }) => line)).trimEnd(),
  );
}

/** The lines as a text, without the indentation of the first one with text. */
export function unindented(lines: readonly string[]): string {
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const indent = new RegExp(`^\\s{0,${first.search(/\S|$/)}}`);
  return lines.map((line) => line.replace(indent, "")).join("\n");
}

/** The lines with text outside of code, without list markers. */
export const linesOf = (text: string): readonly string[] =>
  scanned(text)
    .flatMap(({ line, block }) => (block === null ? boxedLine(line).text : []))
    .filter((line) => line !== "");

/**
 * The lines of a text as criteria. A line without a box is checked if its task is done. Lines without words are dropped
 * when the task is made.
 */
export const criteriaIn = (text: string, isDone: boolean): readonly SourceCriterion[] =>
  splitLines(text).map((line) => {
    const { text: words, mark = isDone ? "x" : " " } = boxedLine(line);
    return { text: criterionFor(words), checked: mark.toLowerCase() === "x" };
  });

/** A line without list marker, box and bold marks. */
function boxedLine(line: string): { text: string; mark: string | undefined } {
  const [, mark, words = ""] =
    /^\s*(?:(?:[-*+•]|\d+[.)])\s+|#{1,6}\s+)?(?:\[([ xX])\](?:\s+|$))?([\s\S]*)$/.exec(line) ?? [];
  return { text: words.replaceAll("**", "").trim(), mark };
}
