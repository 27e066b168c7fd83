import { basename } from "node:path";
import type { Edit } from "../document/edit/revise.ts";
import { getTask, replaceSpan } from "../document/edit/revise.ts";
import { factsOf } from "../document/edit/task-facts.ts";
import { prdFileName } from "../document/read-task-list.ts";
import type { TaskList } from "../document/task-list.ts";
import { findTask } from "../document/task-queries.ts";
import type { WrittenTasks } from "../generate/brief/tasks-by-assistant.ts";
import { coverRequirements, entriesOf, uncoveredIds } from "../generate/coverage.ts";
import type { OpenedPrd } from "../generate/open-prd.ts";
import { openPrdOf } from "../generate/open-prd.ts";
import type { Prd } from "../generate/prd/model.ts";
import { readPrdModel } from "../generate/prd/read-model.ts";
import type { BasePrd } from "../generate/prd-version.ts";
import { findBase, isVersion, keepPrd, nameInLine, noteVersion, prdId } from "../generate/prd-version.ts";
import { filesAround } from "../generate/repository-files.ts";
import type { Comparison } from "../generate/update/compare.ts";
import { baseFromList, changedSections, compare } from "../generate/update/compare.ts";
import type { Decision } from "../generate/update/decisions.ts";
import { describeUpdate } from "../generate/update/decisions.ts";
import { planUpdate } from "../generate/update/plan-update.ts";
import { renumberedSections } from "../generate/update/requirements-field.ts";
import type { EditedList, Plan } from "../list-file/editing/edit-list.ts";
import { editListInSteps } from "../list-file/editing/edit-list.ts";
import type { OpenedList } from "../list-file/open-list.ts";
import { openList } from "../list-file/open-list.ts";
import { relativePath } from "../list-file/paths.ts";
import { parseSeconds, requireDate } from "../options/option-values.ts";
import type { Refusal } from "../refusal.ts";
import { ruleRefusal } from "../refusal.ts";
import type { Report } from "../reporting/report.ts";
import { aboutList, reportEdit } from "../reporting/report.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { byAssistant, dryRun, operation } from "./operation.ts";

const declaration = {
  name: "update",
  summary: "bring the list up to date with its PRD, which has changed",
  arguments: {
    prd: {
      value: "prd",
      summary: "the product requirements document (default: the one the list names)",
      tool: true,
    },
  },
  options: {
    from: {
      value: "version",
      summary: "the version the list was made from: a file, or a revision such as HEAD~3",
    },
    record: { summary: "only record that the list follows the PRD as it is now", tool: true },
    ...byAssistant,
    date: { value: "date", summary: "the day of the line under ## Changes, YYYY-MM-DD (default: today)" },
    ...dryRun,
  },
  examples: ["tasks update", "tasks update docs/0001-prd-sign-in.md --dry-run", "tasks update --from HEAD~3"],
  tool: {
    summary: "Bring the list up to date with its changed PRD; record: only note that it is.",
    does: "edits",
  },
} as const satisfies Declaration;

type UpdateOptions = OptionsOf<typeof declaration>;

export const update = operation(declaration, async ({ prd: prdPath, ...options }) => {
  const day = requireDate(options.date);
  const opened = openList(options.list);
  const prd = openPrdOf(opened, prdPath, `tasks update PATH${options.record ? " --record" : ""}`);
  if (isUpToDate(opened.list, prd)) return reportNothing(options, opened, prd);
  return options.record ? record(options, prd, day) : follow(options, prd, opened.list, day);
});

/**
 * Whether the list records exactly this version of the PRD, under this name. The ids in such a list are those of this
 * version, so a comparison with another one would misread them.
 */
function isUpToDate(list: TaskList, { path, source }: OpenedPrd): boolean {
  const version = list.changes?.prdVersion ?? null;
  return version !== null && version.name === nameInLine(path) && isVersion(source, version.id);
}

function reportNothing(options: UpdateOptions, { path, list }: OpenedList, prd: OpenedPrd): Report {
  const uncovered = uncoveredIds(coverRequirements(prd.prd, list));
  const openNote = `No task carries ${uncovered.join(", ")}, and the PRD has not changed since the list was made. To see more: tasks coverage`;
  const fromNote =
    "--from was ignored: the last line about the PRD under ## Changes says that the list follows this version. If it does not, take that back with tasks undo, or delete the line.";
  const json = jsonOf({ before: list, after: list }, prd, {});
  return aboutList(path, {
    json: { ...json, ...(options.dryRun ? { diff: "" } : {}) },
    text: `${path} is up to date with ${basename(prd.path)}: there is nothing to do.`,
    notes: [
      ...(uncovered.length === 0 || options.record ? [] : [openNote]),
      ...(options.from === undefined ? [] : [fromNote]),
    ],
  });
}

/** Only records the version that the list follows. */
async function record(options: UpdateOptions, prd: OpenedPrd, day: string): Promise<Report> {
  const edited = await editListInSteps(options, "update --record", function* (list) {
    yield planRecord(list, prd, day);
  });
  const text = `${edited.path} follows ${basename(prd.path)} (${prdId(prd)}) from now on.`;
  const notes = [...edited.notes, ...(options.dryRun ? [] : keepPrd(prd))];
  return reportEdit(options, { ...edited, notes }, jsonOf(edited, prd, {}), text);
}

function planRecord(
  before: TaskList,
  prd: OpenedPrd,
  day: string,
  decisions: readonly Decision[] = [],
): Plan {
  if (isUpToDate(before, prd)) return {};
  const verb = before.changes?.prdVersion ? "updated" : "generated";
  return { edits: [renamePrd(prd), noteVersion(prd, verb, day, decisions.flatMap(linesToCheck))] };
}

/** The list must say what a person has to check, because the next update is silent about it. */
const linesToCheck = ({ id, was, tasks }: Decision): readonly string[] =>
  tasks
    .filter(({ rewritten }) => rewritten.length > 0)
    .map(({ number }) => `${id ?? was} changed: Task ${number} has lines written by hand, to be checked`);

/** Updates the header if the PRD was renamed. */
const renamePrd =
  ({ path }: OpenedPrd): Edit =>
  (list) => {
    const [old, now] = [prdFileName(list), nameInLine(path)];
    if (!list.prd || !old || old === now) return [];
    const { value } = list.prd;
    const renamed = value.text.replaceAll(old, () => now);
    return [replaceSpan(value, renamed)];
  };

async function follow(
  options: UpdateOptions,
  prd: OpenedPrd,
  before: TaskList,
  day: string,
): Promise<Report> {
  const base = findBase(prd.path, before.changes?.prdVersion ?? null, options.from);
  const old = base && readPrdModel(base.source, base.name);
  const files = filesAround(prd.path);
  const known = old && compare(old, prd.prd, files);
  const comparisonFor = (list: TaskList) => known ?? compare(baseFromList(prd.prd, list), prd.prd, files);
  const written = await askFor(options, prd, day, comparisonFor);
  const edited = await editListInSteps(options, "update", function* (list) {
    // Another process may have updated the list before this one got the lock.
    if (isUpToDate(list, prd)) return [];
    // Or it may have followed another version of the PRD, which the comparison does not know.
    if (list.changes?.prdVersion?.id !== before.changes?.prdVersion?.id) throw changedSince();
    const decisions = yield* planUpdate(list, comparisonFor(list));
    if (written !== undefined) yield planRewriting(written, addedIn(decisions));
    yield planRecord(list, prd, day, decisions);
    return decisions;
  });
  if (isUpToDate(edited.before, prd))
    return reportNothing(options, { path: edited.path, list: edited.before }, prd);
  const decisions = withFinalTitles(edited.result, edited.after);
  const sections = old ? changedSections(old, prd.prd) : [];
  const text = decisions.length > 0 ? describeUpdate(decisions) : ["No requirement has changed."];
  const notes = [
    ...edited.notes,
    ...(written?.notes ?? []),
    ...(base === undefined ? [blindNote(before, prd, options)] : []),
    // A dry run prints the edit instead of the decisions.
    ...(options.dryRun ? text : []),
    ...(old ? renumberedNotes(edited.before, old, prd.prd) : []),
    ...(sections.length === 0 ? [] : [sectionsNote(sections)]),
    ...(options.dryRun ? [] : keepPrd(prd)),
  ];
  const json = jsonOf(edited, prd, { base, decisions, sections });
  return reportEdit(options, { ...edited, notes }, json, text.join("\n"));
}

/**
 * With `--with`, lets an assistant write the tasks that the update adds. No lock is taken yet, because that may take
 * minutes.
 */
async function askFor(
  { with: assistant, ...options }: UpdateOptions,
  prd: OpenedPrd,
  day: string,
  comparisonFor: (list: TaskList) => Comparison,
): Promise<WrittenTasks | undefined> {
  if (assistant === undefined) return undefined;
  const { after, result } = await editListInSteps({ ...options, dryRun: true }, "update", (list) =>
    planUpdate(list, comparisonFor(list)),
  );
  const numbers = addedIn(result);
  if (numbers.length === 0) return undefined;
  const { tasksByAssistant } = await import("../generate/brief/tasks-by-assistant.ts");
  return tasksByAssistant(prd, after, numbers, {
    assistant,
    timeoutSeconds: parseSeconds(options.timeout),
    created: day,
    strict: options.strict === true,
  });
}

/** The numbers of the tasks that an update adds. */
const addedIn = (decisions: readonly Decision[]): readonly string[] =>
  decisions.flatMap(({ tasks }) =>
    tasks.flatMap(({ number, action }) => (action === "added" ? [number] : [])),
  );

/**
 * Replaces the drafted tasks with the assistant's.
 * @throws Refusal if the list changed while the assistant wrote, so that other tasks are new in it.
 */
function planRewriting({ list: { source }, tasks }: WrittenTasks, added: readonly string[]): Plan {
  const numbers = tasks.map(({ number }) => number);
  if (added.toSorted().join() !== numbers.toSorted().join()) throw changedSince();
  const rewrite: Edit = (list) =>
    tasks.map(({ number, span }) =>
      replaceSpan(getTask(list, number).span, source.slice(span.start, span.end)),
    );
  return { edits: [rewrite], facts: new Map(tasks.map((task) => [task.number, factsOf(task)])) };
}

const changedSince = (): Refusal =>
  ruleRefusal("changed-since", "The list was changed meanwhile: nothing was written. Run it again.");

/** An assistant may have given a new task another title than the draft. */
const withFinalTitles = (decisions: readonly Decision[], list: TaskList): readonly Decision[] =>
  decisions.map((decision) => ({
    ...decision,
    tasks: decision.tasks.map((task) => ({
      ...task,
      title: findTask(list, task.number)?.title ?? task.title,
    })),
  }));

const sectionsNote = (sections: readonly string[]): string =>
  `Also changed in the PRD, outside of its requirements and for you to follow: ${sections.map((heading) => `"${heading}"`).join(", ")}.`;

/** Decisions are about requirements, so this edit would not be reported otherwise. */
function renumberedNotes({ tasks }: TaskList, old: Prd, now: Prd): readonly string[] {
  const entries = new Set(tasks.flatMap(entriesOf));
  const named = [...renumberedSections(old, now)].filter(([heading]) => entries.has(heading));
  const changes = named.map(([heading, renumbered]) => `"${heading}" → "${renumbered}"`);
  return named.length === 0
    ? []
    : [`The Requirements of tasks follow sections that have another number now: ${changes.join(", ")}.`];
}

function blindNote({ changes }: TaskList, { path }: OpenedPrd, { dryRun }: UpdateOptions): string {
  const version = changes?.prdVersion;
  const what = version
    ? `The version of ${version.name} that this list was made from (${version.id}) is neither kept nor in git`
    : "This list does not record which version of its PRD it was made from";
  const first = dryRun ? "" : "take this update back with tasks undo, then ";
  return `${what}. Only the ids in the list were compared with ${basename(path)}: requirements that changed and kept their id can't be seen. To compare with the older version, ${first}name it with --from FILE or --from REVISION.`;
}

interface Outcome {
  readonly base?: BasePrd | undefined;
  readonly decisions?: readonly Decision[];
  readonly sections?: readonly string[];
}

const jsonOf = (
  { before, after }: Pick<EditedList, "before" | "after">,
  prd: OpenedPrd,
  { base, decisions = [], sections = [] }: Outcome,
) => ({
  prd: relativePath(prd.path),
  from:
    base === undefined
      ? null
      : { id: prdId({ ...prd, source: base.source }), name: base.name, found: base.from },
  to: prdId(prd),
  decisions,
  sections,
  uncovered: uncoveredIds(coverRequirements(prd.prd, after)),
  changed: before.source !== after.source,
});
