import { itemText } from "../document/read-entries.ts";
import { readEstimate, readLabels } from "../document/read-labels.ts";
import type { Complexity, ListEntry, Status, Task } from "../document/task-list.ts";
import { complexityOfEffort, criterionFor, hasWords, splitLines } from "./source-text.ts";

/** The formats that can be imported. */
export type SourceFormat = "outline" | "headings" | "spec-kit" | "task-master" | "backlog" | "beads";

/** Part of another tool's list that has no place in a task list. */
export interface Leftover {
  /** 1-based; null for a source that is not read line by line. */
  readonly line: number | null;
  /** How many lines were not imported; 0 if only part of a line was not. */
  readonly lines: number;
  readonly what: string;
}

/** How many lines of a source were imported. `blank`, `read` and `notRead` add up to `total`. */
export interface LineCount {
  readonly total: number;
  /** Empty lines and rules such as `---`. */
  readonly blank: number;
  readonly read: number;
  readonly notRead: number;
}

export interface SourceCriterion {
  readonly text: string;
  readonly checked: boolean;
}

/** A task of another tool, before it gets a number. */
export interface SourceTask {
  /** Its id in the source (`1.2`, `T012`); null if it has none. */
  readonly id: string | null;
  readonly line: number | null;
  readonly title: string;
  readonly status: Status;
  readonly blockedReason: string | null;
  /** Null if the source has none; it is then estimated. */
  readonly complexity: Complexity | null;
  /** Its dependencies as written, one entry for each statement. */
  readonly dependencies: readonly string[];
  readonly requirements: readonly string[];
  readonly files: readonly string[];
  readonly steps: readonly string[];
  readonly criteria: readonly SourceCriterion[];
  /** Markdown that belongs to no field. */
  readonly body: string | null;
}

/**
 * A task with these parts. A criterion without a letter or a number would be written as an empty one, so it is dropped;
 * if no criterion is left, the title becomes one, and lint reports that it needs a better one.
 */
export function sourceTask(
  parts: Partial<SourceTask> & Pick<SourceTask, "id" | "title" | "status">,
): SourceTask {
  const title = criterionFor(parts.title);
  const made = {
    text: hasWords(title) ? title : "Shown by a test or by hand",
    checked: parts.status === "Complete",
  };
  const stated = parts.criteria?.filter(({ text }) => hasWords(text)) ?? [];
  const criteria = stated.length > 0 ? stated : [made];
  return { ...emptyTask, ...parts, criteria };
}

const emptyTask = {
  line: null,
  blockedReason: null,
  complexity: null,
  dependencies: [],
  requirements: [],
  files: [],
  steps: [],
  body: null,
} as const;

/** A Complete task must have no open criteria. If its source calls it complete despite them, it becomes In Progress. */
export function asEarned(task: SourceTask, noteContradiction: () => void): SourceTask {
  if (task.status !== "Complete" || task.criteria.every(({ checked }) => checked)) return task;
  noteContradiction();
  return { ...task, status: "In Progress" };
}

/** A dependency that is stated outside of the tasks: `Task 1.4 depends on Tasks 1.1, 1.2`. */
export interface StatedDependency {
  readonly line: number;
  /** The dependent tasks. */
  readonly subject: readonly SourceTask[];
  readonly needs: readonly SourceTask[];
}

/** A group of tasks in the source. */
export interface SourcePhase {
  readonly title: string;
  /** Its number in the source, if that is an integer. */
  readonly number: number | null;
  /** Names for all of its tasks in the source (`1.0`, `1`). */
  readonly ids: readonly string[];
  readonly tasks: readonly SourceTask[];
  /** Criteria that can be checked when all of its tasks are done. */
  readonly criteria: readonly string[];
}

/** The phase with these parts. */
export const sourcePhase = (
  parts: Partial<SourcePhase> & Pick<SourcePhase, "title" | "tasks">,
): SourcePhase => ({
  number: null,
  ids: [],
  criteria: [],
  ...parts,
});

/** Another tool's list. */
export interface SourceList {
  readonly format: SourceFormat;
  readonly title: string | null;
  readonly prd: string | null;
  readonly phases: readonly SourcePhase[];
  /** Dependencies that are stated outside of the tasks. */
  readonly stated: readonly StatedDependency[];
  /** Whether it mentions dependencies, even without naming a task. */
  readonly mentionsOrder: boolean;
  readonly leftovers: readonly Leftover[];
  /** Null for a source that is not read line by line. */
  readonly lines: LineCount | null;
}

/** A list of a tool that keeps its tasks as records: only the records state dependencies, and none names a PRD. */
export const listOfRecords = (
  format: SourceFormat,
  title: string | null,
  phases: readonly SourcePhase[],
  account: Pick<SourceList, "leftovers" | "lines">,
): SourceList => ({
  format,
  title,
  prd: null,
  phases: phases.filter(({ tasks }) => tasks.length > 0),
  stated: [],
  mentionsOrder: false,
  ...account,
});

/** A task that the list reader has read and that gets a new number. */
export function fieldsOfTask(
  text: string,
  task: Task,
  { id, line }: Pick<SourceTask, "id" | "line"> = { id: null, line: null },
): SourceTask {
  const textOf = (entry: ListEntry) => itemText(text, task, entry);
  const { status, verification } = task;
  const { title, body } = titleAndBody(task);
  const isDone = status.value === "Complete";
  return sourceTask({
    id,
    line,
    title,
    status: status.value,
    blockedReason: status.blockedReason,
    complexity: task.complexity ?? effortIn(body ?? ""),
    dependencies: task.fields
      .filter(({ name }) => name === "dependencies")
      .flatMap(({ value, end }) => splitLines(text.slice(value.start, end)))
      .map((words) => words.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "").trim())
      .filter((words) => words !== ""),
    requirements: task.requirements,
    files: task.files.map((file) => file.text),
    steps: task.steps.map(textOf),
    criteria: verification.map((entry) => ({
      text: textOf(entry),
      checked: entry.checked || (isDone && entry.box === null),
    })),
    body,
  });
}

/** If the heading has no words, a separate first line is the title. */
function titleAndBody({ title, body }: Task): Pick<SourceTask, "title" | "body"> {
  const line = title === "" ? /^(?<words>[^\W_][^\r\n]{0,120})(?:\s*$|\r?\n\s*\n)/.exec(body ?? "") : null;
  const words = line?.groups?.["words"];
  if (!line || words === undefined || readLabels({ text: words, start: 0, end: words.length }).length > 0)
    return { title, body };
  return { title: words.replace(/\.$/, ""), body: body?.slice(line[0].length).trim() || null };
}

/** The complexity for the value of a label such as Effort in the task's text. */
function effortIn(body: string): Complexity | null {
  const labels = body
    .split("\n")
    .flatMap((line) => readLabels({ text: line.replace(/^\s*[-*+]\s+/, ""), start: 0, end: line.length }));
  const effort = labels.find(
    ({ label, value }) =>
      /^(?:effort|size|estimate)$/i.test(label.text) || readEstimate(label.text, value.text) !== null,
  );
  return effort ? complexityOfEffort(effort.value.text) : null;
}
