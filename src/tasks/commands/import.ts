import { basename, dirname, resolve } from "node:path";
import { followHeaderStatus } from "../document/edit/follow-tasks.ts";
import { revise } from "../document/edit/revise.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { ListHeader } from "../document/render-list.ts";
import type { TaskList } from "../document/task-list.ts";
import { summarizePhases, summaryText } from "../generate/summaries.ts";
import type { ArrangedPhase } from "../import/arrange.ts";
import { arrange } from "../import/arrange.ts";
import type { Leftover, LineCount } from "../import/ledger.ts";
import { importedName, readSource } from "../import/read-source.ts";
import type { SourceList } from "../import/source-list.ts";
import { withSafeBodies, writeImported } from "../import/write-imported.ts";
import { lintList } from "../lint/lint-list.ts";
import { placeNewList, settleNewList } from "../list-file/editing/write-new-list.ts";
import { requireDate } from "../options/option-values.ts";
import { presentTask } from "../reporting/present-task.ts";
import { reportNewList } from "../reporting/report.ts";
import { plural } from "../terminal/words.ts";
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

export const importList = operation(declaration, async ({ source: path, ...options }) => {
  const created = requireDate(options.date);
  const source = await readSource(path, options.tag);
  const name = importedName(resolve(path), options.tag);
  const target = placeNewList(path, name, options);
  const title = source.title ?? titleFrom(name);
  const header = { title, prd: source.prd, created };
  const phases = withSafeBodies(arrange(source), header, source.ledger);
  const numbers = phases
    .flatMap(({ tasks }) => tasks)
    .flatMap(({ source: { id }, number }) => (id === null ? [] : [{ from: id, to: number }]));
  const list = compose(header, phases);
  const made = await settleNewList("import", target, list.source, options);
  const { leftovers, lines } = source.ledger;
  const written = made.isWritten && target !== null ? rivalNote(path, target) : [];
  const notes = [...assumptions(source), ...renumberingNote(numbers), ...made.notes, ...written];
  const json = {
    format: source.format,
    title: list.title?.text ?? null,
    prd: source.prd,
    tasks: list.tasks.map((task) => presentTask(list, task)),
    numbers,
    notCarriedOver: leftovers,
    lines,
    notes,
  };
  const allNotes = [...notes, ...leftoverNotes(leftovers), ...lineNote(lines)];
  return reportNewList(options, made, json, summaryText(summarizePhases(list)), allNotes);
});

/** The list, with the header's status set from the tasks as they are read. */
function compose(header: ListHeader, phases: readonly ArrangedPhase[]): TaskList {
  const list = revise(readTaskList(writeImported(header, phases)), [followHeaderStatus]);
  const error = lintList(list).find(({ severity }) => severity === "error");
  if (error) throw new Error(`the imported list is invalid: line ${error.line}: ${error.message}`);
  return list;
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
function assumptions({ phases, stated }: SourceList): readonly string[] {
  const tasks = phases.flatMap((phase) => phase.tasks);
  const unsized = tasks.filter(({ complexity }) => complexity === null).length;
  const isUnlinked = stated.length === 0 && tasks.every(({ dependencies }) => dependencies.length === 0);
  return [
    ...(unsized > 0
      ? [`the complexity of ${plural(unsized, "task")} was estimated from its steps and files`]
      : []),
    ...(isUnlinked && tasks.length > 1
      ? ["no dependencies were found, so each task says None: tasks edit N --depends NUMBERS adds them"]
      : []),
  ];
}

function renumberingNote(numbers: readonly { readonly from: string; readonly to: string }[]) {
  const changed = numbers.filter(({ from, to }) => from !== to).map(({ from, to }) => `${from} → ${to}`);
  return changed.length > 0 ? [`numbers: ${shortened(changed).join(", ")}`] : [];
}

const leftoverNotes = (leftovers: readonly Leftover[]): readonly string[] =>
  shortened(leftovers.map(({ line, what }) => `${line === null ? "" : `line ${line}: `}${what}`)).map(
    (what) => `not carried over: ${what}`,
  );

const mostNotes = 30;

/** A list that is not too long to read. */
function shortened(notes: readonly string[]): readonly string[] {
  const more = notes.length - mostNotes;
  return more > 1 ? [...notes.slice(0, mostNotes), `${more} more, which --json lists`] : notes;
}

const lineNote = (lines: LineCount | null): readonly string[] =>
  lines === null
    ? []
    : [
        `${lines.read} of ${plural(lines.read + lines.notRead, "line")} with text carried over, ${lines.notRead} not`,
      ];
