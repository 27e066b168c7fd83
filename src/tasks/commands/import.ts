import { basename, dirname, resolve } from "node:path";
import { requireDate } from "../cli/options/option-values.ts";
import { presentTask } from "../cli/reporting/present-task.ts";
import { reportNewList } from "../cli/reporting/report.ts";
import { plural } from "../cli/terminal/words.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { ListHeader } from "../document/render-list.ts";
import { headerStatusOf } from "../document/task-queries.ts";
import { summarizePhases, summaryText } from "../generate/summaries.ts";
import type { ArrangedList, ArrangedPhase } from "../import/arrange.ts";
import { arrange } from "../import/arrange.ts";
import { importedName, readSource } from "../import/read-source.ts";
import type { Leftover, LineCount, SourceList } from "../import/source-list.ts";
import { withSafeBodies, writeImported } from "../import/write-imported.ts";
import { lintList } from "../lint/lint-list.ts";
import { placeNewList, settleNewList } from "../list-file/editing/write-new-list.ts";
import type { Declaration } from "./operation.ts";
import { createdDate, dryRun, newList, operation } from "./operation.ts";

const declaration = {
  name: "import",
  summary: "bring another tool's list into the documented form",
  arguments: {
    source: {
      value: "file",
      summary:
        "a checkbox outline, tasks.md of spec-kit or Kiro, Task Master's tasks.json, beads' issues.jsonl or Backlog.md's folder",
      isRequired: true,
      tool: true,
    },
  },
  options: {
    assistantDir: {
      value: "dir",
      summary: "the assistant whose tasks folder it goes to (default: the file's own, else claude)",
    },
    ...newList,
    tag: {
      value: "tag",
      summary: "which of Task Master's tags (default: the only one, else master)",
      tool: true,
    },
    ...createdDate,
    ...dryRun,
  },
  examples: [
    "tasks import specs/001-sign-in/tasks.md",
    "tasks import .taskmaster/tasks/tasks.json --tag master",
  ],
  tool: {
    summary: "Bring another tool's list into this form.",
    does: "edits",
    takesNoList: true,
    isLong: true,
  },
} as const satisfies Declaration;

/** Converts another tool's list into the documented form and writes it to the tasks folder. The source stays. */
export const importList = operation(declaration, async ({ source: path, ...options }) => {
  const created = requireDate(options.date);
  const source = await readSource(path, options.tag);
  const name = importedName(resolve(path), options.tag);
  const target = placeNewList(path, name, options);
  const arranged = arrange(source);
  const title = source.title ?? titleFrom(name);
  const header = { title, prd: source.prd, created, status: "Not Started" } as const;
  const { phases, leftovers } = withSafeBodies(arranged.phases, header);
  const text = compose(header, phases);
  const made = await settleNewList("import", target, text, options);
  const left = [...source.leftovers, ...arranged.leftovers, ...leftovers].toSorted(
    (one, other) => (one.line ?? 0) - (other.line ?? 0),
  );
  const list = readTaskList(text);
  const written = [...made.notes, ...(made.isWritten && target !== null ? rivalNote(path, target) : [])];
  const notes = [...assumptions(source), ...renumberingNote(arranged), ...written];
  const json = {
    format: source.format,
    title: list.title?.text ?? null,
    prd: source.prd,
    tasks: list.tasks.map((task) => presentTask(list, task)),
    numbers: arranged.numbers,
    notCarriedOver: left,
    lines: source.lines,
    notes,
  };
  const allNotes = [...notes, ...leftoverNotes(left), ...lineNote(source.lines)];
  return reportNewList(options, made, json, summaryText(summarizePhases(list)), allNotes);
});

/** Prints the list, reads it again, and sets the header's status from the tasks as they are read. */
function compose(header: ListHeader, phases: readonly ArrangedPhase[]): string {
  const status = headerStatusOf(readTaskList(writeImported(header, phases)));
  const text = writeImported({ ...header, status }, phases);
  const error = lintList(readTaskList(text)).find(({ severity }) => severity === "error");
  if (error) throw new Error(`the imported list is invalid: line ${error.line}: ${error.message}`);
  return text;
}

/** A source without a title is named after its file: `tasks-tool-library.md` becomes "Tool library". */
const titleFrom = (name: string): string =>
  name
    .replace(/^tasks-|\.md$/g, "")
    .replaceAll(/[-_]+/g, " ")
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** In a tasks folder, a source beside its list would make every command ask which of the two to use. */
function rivalNote(path: string, target: string): readonly string[] {
  const isFound = /^tasks-.*\.md$/.test(basename(path)) && basename(dirname(resolve(path))) === "tasks";
  if (!isFound || resolve(path) === resolve(target)) return [];
  return [
    `${path} is still where lists are searched for: move it away, or name the list with TASKS_FILE or --list`,
  ];
}

/** Parts of the document's form that the source does not have. */
function assumptions({ phases, stated, mentionsOrder }: SourceList): readonly string[] {
  const tasks = phases.flatMap((phase) => phase.tasks);
  const unsized = tasks.filter(({ complexity }) => complexity === null).length;
  const unlinked = stated.length === 0 && tasks.every(({ dependencies }) => dependencies.length === 0);
  return [
    ...(unsized > 0
      ? [`the complexity of ${plural(unsized, "task")} was estimated from its steps and files`]
      : []),
    ...(unlinked && !mentionsOrder && tasks.length > 1
      ? ["the source names no dependencies, so each task says None: tasks edit N --depends NUMBERS adds them"]
      : []),
  ];
}

function renumberingNote({ numbers }: ArrangedList): readonly string[] {
  const changed = numbers.filter(({ from, to }) => from !== to).map(({ from, to }) => `${from} → ${to}`);
  const more = changed.length - mostNotes;
  const shown = more > 1 ? [...changed.slice(0, mostNotes), `${more} more, which --json lists`] : changed;
  return changed.length > 0 ? [`numbers: ${shown.join(", ")}`] : [];
}

const lineNote = (lines: LineCount | null): readonly string[] =>
  lines === null
    ? []
    : [
        `${lines.read} of ${plural(lines.read + lines.notRead, "line")} with text carried over, ${lines.notRead} not`,
      ];

const mostNotes = 30;

function leftoverNotes(leftovers: readonly Leftover[]): readonly string[] {
  const lines = leftovers.map(
    ({ line, what }) => `not carried over: ${line === null ? "" : `line ${line}: `}${what}`,
  );
  const more = lines.length - mostNotes;
  return more > 1
    ? [...lines.slice(0, mostNotes), `not carried over: ${more} more, which --json lists`]
    : lines;
}
