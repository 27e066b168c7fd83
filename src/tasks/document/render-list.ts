import { closingMark } from "./read-heading.ts";
import { readLabels } from "./read-labels.ts";
import type { Complexity, Status } from "./task-list.ts";

/** The header of a new list. */
export interface ListHeader {
  readonly title: string;
  /** The PRD's file name. */
  readonly prd: string | null;
  /** YYYY-MM-DD */
  readonly created: string;
  readonly status: Status;
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
export function renderList(
  { title, prd, created, status }: ListHeader,
  phases: readonly RenderedPhase[],
): string {
  const header = [
    `# Task List: ${title}`,
    "",
    ...(prd === null ? [] : [`**PRD**: ${prd}`]),
    `**Created**: ${created}`,
    `**Status**: ${status}`,
  ];
  const sections = phases.map((phase) => `${phaseHeading(phase)}\n\n${phase.text}`);
  return `${[header.join("\n"), ...sections].join(separator)}\n`;
}

const phaseHeading = ({ number, title, tasks }: RenderedPhase): string =>
  `## Phase ${number}: ${title} (Tasks ${tasks[0]?.number}-${tasks.at(-1)?.number})`;

/** A task in the document's full form, line by line, from its heading to its last criterion. */
export function renderTask(number: string, draft: TaskDraft, depth = 3): readonly string[] {
  const sections = [
    [`${"#".repeat(depth)} Task ${number}: ${draft.title}`],
    renderLabelLines(draft),
    renderSteps(draft.steps),
    renderVerification(draft.verification),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index ? ["", ...lines] : lines));
}

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
  const { complexity, dependencies, requirements, files, method, path, steps, verification } = draft;
  const labelled = (label: string, value: string): string =>
    `${bullet}${boldLabels ? `**${label}**` : label}:${value === "" ? "" : ` ${value}`}`;
  const [only = "", ...more] = verification;
  const indent = " ".repeat(bullet.length);
  return [
    `${"#".repeat(depth)} Task ${number}: ${draft.title}`,
    ...(blankAfterHeading ? [""] : []),
    ...(method && path ? [`${bullet}${method} ${path}`] : []),
    ...steps.map((step) => bullet + step),
    ...(complexity ? [labelled("Complexity", complexity)] : []),
    ...(requirements.length > 0 ? [labelled("Requirements", requirements.join(", "))] : []),
    ...(files.length > 0 ? [labelled("Files", renderFiles(files))] : []),
    labelled("Verification", more.length > 0 ? "" : only),
    ...(more.length > 0 ? verification.map((criterion) => `${indent}- [ ] ${criterion}`) : []),
    labelled("Dependencies", renderDependencies(dependencies)),
  ];
}

function renderLabelLines(draft: TaskDraft): readonly string[] {
  const { complexity, dependencies, requirements, files, method, path } = draft;
  return [
    ...(complexity ? [`**Complexity**: ${complexity}`] : []),
    `**Dependencies**: ${renderDependencies(dependencies)}`,
    ...(requirements.length > 0 ? [`**Requirements**: ${requirements.join(", ")}`] : []),
    ...(files.length > 0 ? [`**Files**: ${renderFiles(files)}`] : []),
    ...(method && path ? [`**Endpoint**: ${method} ${path}`] : []),
  ];
}

export const renderDependencies = (numbers: readonly string[]): string => numbers.join(", ") || "None";

export const renderFiles = (files: readonly string[]): string =>
  files.map((file) => `\`${file}\``).join(", ");

const renderSteps = (steps: readonly string[]): readonly string[] =>
  steps.length > 0 ? ["**Steps**:", "", ...steps.map((step, index) => numbered(step, index + 1))] : [];

/** A step of a numbered list, with its other lines (such as code) below its text. */
function numbered(step: string, number: number): string {
  const mark = `${number}. `;
  return mark + step.replaceAll(/\n(?!\n|$)/g, `\n${" ".repeat(mark.length)}`);
}

const renderVerification = (criteria: readonly string[]): readonly string[] =>
  criteria.length > 0 ? ["**Verification**:", "", ...criteria.map((criterion) => `- [ ] ${criterion}`)] : [];

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
  const looksLikeOurs =
    /^\W{0,6}(?:Task|Phase)\s*#?\d/i.test(line) ||
    readLabels({ text: line, start: 0, end: line.length }).length > 0;
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

/** The local date, not the UTC date. */
export function isoDay(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
