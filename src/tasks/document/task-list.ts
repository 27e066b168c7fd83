import type { Diagnostic } from "./diagnostic.ts";

/** A half-open span of the source, in UTF-16 units: `source.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text with its place in the source. */
export interface Located extends Span {
  readonly text: string;
}

export type LineEnding = "\n" | "\r\n" | "\r";

/** Every status a task can have, in the order of its life. */
export const statuses = ["Not Started", "In Progress", "Blocked", "Complete"] as const;
export type Status = (typeof statuses)[number];

/** Every complexity a task can have. */
export const complexities = ["Low", "Medium", "High"] as const;
export type Complexity = (typeof complexities)[number];

/** The format's own labels, in its order. */
export const canonicalLabel = {
  status: "Status",
  owner: "Owner",
  complexity: "Complexity",
  dependencies: "Dependencies",
  requirements: "Requirements",
  files: "Files",
  endpoint: "Endpoint",
  steps: "Steps",
  verification: "Verification",
  proof: "Proof",
} as const;
export type FieldName = keyof typeof canonicalLabel;

/**
 * How a field is written: `**X**: …` as a line of a paragraph (`full`), `- X: …` as a bullet under the heading
 * (`compact`), one of several on a line separated by ` | ` (`inline`), or `#### X` (`heading`).
 */
export type FieldForm = "full" | "compact" | "inline" | "heading";

export interface Field extends Span {
  // start..end: from the label's line (its bullet included) to the end of the field's last line, lists below it
  // included.
  readonly name: FieldName;
  /** The words of the label as written, without `**`, bullet or colon. */
  readonly label: Located;
  readonly form: FieldForm;
  /** The value on the label's own line, trimmed; if empty, the span is the place to write it. */
  readonly value: Located;
  /** The whole line of the label, without its line ending. */
  readonly line: Span;
  /** The blanks and the bullet before the label: `""` in the full form, `"- "` in the compact one. */
  readonly prefix: string;
  /** The items of the list below the label. */
  readonly entries: readonly ListEntry[];
  /** The first code block below a label that has neither text nor a list. */
  readonly code: Span | null;
}

/** One entry of a list under a field (a step, a file). `start..end` covers the whole item, nested lines included. */
export interface ListEntry extends Span {
  readonly text: string;
  /** The text on the item's first line, where an edit inserts or replaces. */
  readonly textSpan: Span;
  /** The end of the item's first paragraph, whose lines are joined in `text`. */
  readonly textEnd: number;
  /** The blanks and the marker before the text (and before the box): `"- "`, `"  1. "`. */
  readonly prefix: string;
  /** The box with its brackets, or null. A tick replaces it; if there is no box, it is inserted at `textSpan.start`. */
  readonly box: Span | null;
  readonly checked: boolean;
}

/** An entry of Files: `text` is the path only. */
export interface FileEntry extends ListEntry {
  /** Whether the words around the path say that the task deletes it. */
  readonly deleted: boolean;
}

/** A criterion: an item of a list, or the text on the label's own line, which moves under the label when ticked. */
export interface VerificationItem extends ListEntry {
  /** Whether it is a code block under the label: its box is then on the label's line. */
  readonly code?: boolean;
  readonly field: Field | null; // null: a checkbox list under no label
}

/** One part of a Dependencies value, as read before the tasks of the list are known. */
export type DependencyPart = Located &
  (
    | TaskPart
    | PhasePart
    /** `All previous tasks`, `All implementation tasks`: `words` follow All. */
    | { readonly kind: "all"; readonly words: string }
    /** Anything else: a task's id or title, another numbering, or prose. */
    | { readonly kind: "words" }
  );

/** `1.1`, `1.1-1.4`; a single number is both ends. */
interface TaskPart {
  readonly kind: "tasks";
  readonly first: Located;
  readonly last: Located;
}

/** `Phase 2`, `Phases 2-4`; `word` is the list's word for a phase. */
export interface PhasePart {
  readonly kind: "phases";
  readonly word: string;
  readonly first: number;
  readonly last: number;
}

/** A part, and what it names in this list. */
export type ResolvedPart = DependencyPart & {
  /** The tasks; a phase and All don't include the waiting task itself. */
  readonly numbers: readonly string[];
  /** The text that matches no task: the part, or an end of a range. */
  readonly unknown: readonly Located[];
};

/** The dependencies written in one place. */
export interface WrittenDependencies {
  /** In the order written; empty for `None` or a missing field. Their spans include `Task` and the parentheses. */
  readonly parts: readonly ResolvedPart[];
  /** What the parts name, each once: numbers of tasks, and text that matches no task. */
  readonly own: readonly string[];
}

export interface Dependencies extends WrittenDependencies {
  /**
   * The numbers of tasks in this list, including the phase's dependencies, with ranges and phases expanded, each once.
   */
  readonly resolved: readonly string[];
  /** The text that matches no task of this list: unknown numbers, empty ranges and phases, and other words. */
  readonly unknown: readonly Located[];
  /** The dependencies that its phase or another group states for all of its tasks, in the form of `own`. */
  readonly shared: readonly string[];
}

/** The dependencies that a phase, or another heading above tasks, states for all of them. */
export interface SharedDependencies extends WrittenDependencies {
  readonly fields: readonly Field[];
  /** The numbers of the tasks, in document order. */
  readonly tasks: readonly string[];
}

export interface TaskStatus {
  readonly value: Status;
  /** The value of the Status line as written; null if the task has no such line. */
  readonly written: string | null;
  /** False for a Status line with none of the four statuses: the task is then not ready, regardless of `value`. */
  readonly understood: boolean;
  /** The text after `Blocked - `. */
  readonly blockedReason: string | null;
}

export interface Task {
  /** `phase.seq` */
  readonly number: string;
  readonly phase: number;
  readonly seq: number;
  /** Without a closing `✅ COMPLETE` and the like, which `headingMark` covers. */
  readonly title: string;
  readonly numberSpan: Span;
  readonly titleSpan: Span;
  /** The `✅` or `[x]` of the heading, with the status word after it and the blank before it. */
  readonly headingMark: Span | null;
  /** The heading's line, without its line ending. */
  readonly heading: Span;
  readonly depth: number;
  /** 1-based line of the heading. */
  readonly line: number;
  /**
   * From the heading to the end of the last line that is the task's own: no trailing blank lines, no `---` after it.
   */
  readonly span: Span;
  /** The start of the next task, phase or other section, or the end of the file. */
  readonly sectionEnd: number;
  /** `compact` if its fields are bullets under the heading. */
  readonly form: "full" | "compact";
  readonly fields: readonly Field[];
  readonly status: TaskStatus;
  readonly owner: string | null;
  readonly complexity: Complexity | null;
  readonly dependencies: Dependencies;
  readonly requirements: readonly string[];
  readonly files: readonly FileEntry[];
  readonly steps: readonly ListEntry[];
  readonly verification: readonly VerificationItem[];
  /** The proof lines: the commands run to prove its criteria. */
  readonly proof: readonly ListEntry[];
  readonly method: string | null;
  readonly path: string | null;
  /** The name that an **ID** field gives it, such as `SETUP-001`. */
  readonly id: string | null;
  /** The effort that a field such as Estimate states; for a range, its upper end. */
  readonly minutes: number | null;
  /** The Markdown under its heading that belongs to no field; null if there is none. */
  readonly body: string | null;
  /** The index in `TaskList.phases` of the phase whose section it is in; null before any phase heading. */
  readonly phaseIndex: number | null;
}

/** `(Tasks 1.1-1.4)` in a phase heading. `start..end` includes the parentheses, not the blank before them. */
export interface PhaseRange extends Span {
  readonly first: Located;
  readonly last: Located;
}

export interface Phase {
  readonly number: number;
  /** Without the range. */
  readonly title: string;
  /** Null for a phase that only its tasks' numbers imply (its title is then empty). */
  readonly heading: PhaseHeading | null;
  /** The numbers of the tasks in its section, in document order. */
  readonly tasks: readonly string[];
}

interface PhaseHeading {
  readonly depth: number;
  /** The heading's line, without its line ending. */
  readonly span: Span;
  readonly range: PhaseRange | null;
  /** End of the last line of its section that is neither blank nor `---`: a new last task goes after it. */
  readonly contentEnd: number;
}

/** A line of the header such as `**Status**: Not Started`. */
export interface HeaderLine {
  readonly label: Located;
  readonly value: Located;
}

/** The `## Changes` section at the end. */
export interface Changes {
  readonly heading: Span;
  /** End of its last line that is not blank: a new line goes after it. */
  readonly contentEnd: number;
  /** Every number outside quotation marks, free text included. These explain gaps in the numbering. */
  readonly numbers: readonly string[];
  /** The task numbers in lines that the command wrote, which are never reused. */
  readonly spent: readonly string[];
  /** The PRD version that the list was last updated to; null if no line records one. */
  readonly prdVersion: PrdVersion | null;
}

/** One version of a PRD, as a line under `## Changes` records it. */
export interface PrdVersion {
  /** The file name that it had then. */
  readonly name: string;
  /** The first twelve digits of its git blob id. */
  readonly id: string;
}

export interface TaskList {
  readonly source: string;
  /** The line ending of the file's first line, or `\n` if it has none. */
  readonly lineEnding: LineEnding;
  /** The H1 without `Task List:`; null if there is none. */
  readonly title: Located | null;
  readonly prd: HeaderLine | null;
  readonly created: HeaderLine | null;
  readonly status: HeaderLine | null;
  readonly phases: readonly Phase[];
  readonly sharedDependencies: readonly SharedDependencies[];
  /** In document order; a number that is defined twice appears twice. */
  readonly tasks: readonly Task[];
  readonly changes: Changes | null;
  /** Offset of the first `<<<<<<<` line of a merge conflict; edits refuse such a file. */
  readonly conflictOffset: number | null;
  /**
   * The problems found by the reader (text that looks like a task, unclosed fences …); lint adds those of its rules.
   */
  readonly diagnostics: readonly Diagnostic[];
}
