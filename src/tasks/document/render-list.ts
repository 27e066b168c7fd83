import { closingMark } from "./read-heading.ts";
import { labelsIn } from "./read-labels.ts";
import type { Complexity } from "./task-list.ts";
import { canonicalLabel } from "./task-list.ts";

/** The header of a new list. */
export interface ListHeader {
  readonly title: string;
  /** The PRD's file name. */
  readonly prd: string | null;
  /** YYYY-MM-DD */
  readonly created: string;
}

interface RenderedPhase {
  readonly number: number;
  readonly title: string;
  readonly tasks: readonly { readonly number: string }[];
  /** Its tasks as Markdown. */
  readonly text: string;
}

/** Separates the header and the phases. */
export const separator = "\n\n---\n\n";

/** A new list in the document's full form, with a final newline. */
export function renderList({ title, prd, created }: ListHeader, phases: readonly RenderedPhase[]): string {
  const header = [
    `# Task List: ${title}`,
    "",
    ...(prd === null ? [] : [`**PRD**: ${prd}`]),
    `**Created**: ${created}`,
    "**Status**: Not Started",
  ];
  const sections = phases.map((phase) => `${phaseHeading(phase)}\n\n${phase.text}`);
  return `${[header.join("\n"), ...sections].join(separator)}\n`;
}

const phaseHeading = ({ number, title, tasks }: RenderedPhase): string =>
  `## Phase ${number}: ${title} (Tasks ${tasks[0]?.number}-${tasks.at(-1)?.number})`;

/** A task to write, with its final wording. */
export interface TaskDraft {
  readonly title: string;
  readonly complexity: Complexity | null;
  /** Task numbers; empty is written as `None`. */
  readonly dependencies: readonly string[];
  readonly requirements: readonly string[];
  readonly files: readonly string[];
  readonly method: string | null;
  readonly path: string | null;
  readonly steps: readonly string[];
  readonly verification: readonly string[];
}

type Lines = Partial<Omit<TaskDraft, "verification">>;

/** The values of the fields that are written on one line, in the order of the format; empty if there is none. */
export const lineValues = {
  complexity: ({ complexity }: Lines) => complexity ?? "",
  dependencies: ({ dependencies = [] }: Lines) => dependencies.join(", ") || "None",
  requirements: ({ requirements = [] }: Lines) => requirements.join(", "),
  files: ({ files = [] }: Lines) => files.map((file) => `\`${file}\``).join(", "),
  endpoint: ({ method, path }: Lines) => (method && path ? `${method} ${path}` : ""),
};

/** The label lines of the fields that a task has. */
const labelLines = (
  draft: TaskDraft,
  names: readonly (keyof typeof lineValues)[],
  write: (label: string, value: string) => string,
): readonly string[] =>
  names.flatMap((name) => {
    const value = lineValues[name](draft);
    return value === "" ? [] : write(canonicalLabel[name], value);
  });

/** How far a task is that is not new. */
interface Progress {
  /** The value of its Status line; null if it has none. */
  readonly status: string | null;
  /** Which of its criteria are checked. */
  readonly checked: readonly boolean[];
}

const notBegun: Progress = { status: null, checked: [] };

/** A task in the document's full form, line by line, from its heading to its last criterion. */
export function renderTask(
  number: string,
  draft: TaskDraft,
  depth = 3,
  { status, checked } = notBegun,
): readonly string[] {
  const { steps, verification } = draft;
  const all = ["complexity", "dependencies", "requirements", "files", "endpoint"] as const;
  return [
    `${"#".repeat(depth)} Task ${number}: ${draft.title}`,
    "",
    ...(status === null ? [] : [`**Status**: ${status}`]),
    ...labelLines(draft, all, (label, value) => `**${label}**: ${value}`),
    ...renderItems("Steps", steps, (index) => `${index + 1}.`),
    ...renderItems("Verification", verification, (index) => (checked[index] ? "- [x]" : "- [ ]")),
  ];
}

const renderItems = (
  label: string,
  items: readonly string[],
  markerOf: (index: number) => string,
): readonly string[] =>
  items.length > 0
    ? ["", `**${label}**:`, "", ...items.map((item, index) => renderItem(markerOf(index), item))]
    : [];

/** An item, with its other lines (such as code) below its text. */
const renderItem = (marker: string, text: string): string =>
  `${marker} ${text.replaceAll(/\n(?!\n|$)/g, `\n${" ".repeat(marker.length + 1)}`)}`;

/** How the bullets of a task in the compact form are written. */
export interface CompactStyle {
  /** `"- "` or another marker. */
  readonly bullet: string;
  readonly boldLabels: boolean;
  /** Whether a blank line follows the heading. */
  readonly blankAfterHeading: boolean;
}

/** A task in the document's compact form, line by line: each field a bullet under the heading. */
export function renderCompactTask(
  number: string,
  draft: TaskDraft,
  depth: number,
  { bullet, boldLabels, blankAfterHeading }: CompactStyle,
): readonly string[] {
  const { method, path, steps, verification } = draft;
  const labelled = (label: string, value: string): string =>
    `${bullet}${boldLabels ? `**${label}**` : label}:${value === "" ? "" : ` ${value}`}`;
  const [only = "", ...more] = verification;
  const indent = " ".repeat(bullet.length);
  return [
    `${"#".repeat(depth)} Task ${number}: ${draft.title}`,
    ...(blankAfterHeading ? [""] : []),
    ...(method && path ? [`${bullet}${method} ${path}`] : []),
    ...steps.map((step) => bullet + step),
    ...labelLines(draft, ["complexity", "requirements", "files"], labelled),
    labelled("Verification", more.length > 0 ? "" : only),
    ...(more.length > 0 ? verification.map((criterion) => `${indent}- [ ] ${criterion}`) : []),
    ...labelLines(draft, ["dependencies"], labelled),
  ];
}

/**
 * Another tool's text as one line that is read as plain text after a heading mark or a bullet: it opens no list, code
 * or HTML, and is neither a label nor a task heading.
 */
export function plainLine(text: string): string {
  const line = text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    // In code, `**` is not a mark; `__init__` is a name more often than bold.
    .replaceAll(/(`[^`]*`)|\*\*|~~/g, "$1")
    .trim();
  const looksLikeOurs = /^\W{0,6}(?:Task|Phase)\s*#?\d/i.test(line) || labelsIn(line).length > 0;
  return looksLikeOurs ? `“${line}”` : withoutOpening(line);
}

/** Escapes a character that would open a block. */
const withoutOpening = (line: string): string =>
  line
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`)
    .replace(/^(?=[-+*](?:\s|$)|#{1,6}|`{3}|~{3}|[<>|=]|\[[^\]]*\](?:[:\s]|$)|-{2}|_{2}|\*)/, "\\");

/** The same for a heading, in which a tick would be read as the task's status and a range as the phase's range. */
export function plainTitle(text: string): string {
  const title = text
    .replaceAll(/✅|☑️?|✔️?|\[[xX]\]/gu, " ")
    .replaceAll(/\(\s*Tasks?\s+[\d.][^()]*\)/gi, " ")
    .replaceAll(/#+\s*$/g, "")
    .trimEnd()
    .replace(closingMark, "");
  return plainLine(title).replace(/[:：]$/, "");
}

/** Whether a text is a day as YYYY-MM-DD. `Date` would turn 30 February into a day of March. */
export const isDay = (text: string): boolean => new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** The local date, not the UTC date. */
export function isoDay(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
