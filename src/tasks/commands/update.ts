import { basename } from "node:path";
import { parseSeconds } from "../cli/options/parse-duration.ts";
import { requireDate } from "../cli/options/require-line.ts";
import type { Report } from "../cli/reporting/report.ts";
import { reportEdit } from "../cli/reporting/report-edit.ts";
import { getTask } from "../document/edit/get-task.ts";
import type { Edit } from "../document/edit/revise.ts";
import { prdFileName } from "../document/prd-file-name.ts";
import type { TaskList } from "../document/task-list.ts";
import type { WrittenTasks } from "../generate/conduct/tasks-by-assistant.ts";
import { coverRequirements, uncoveredIds } from "../generate/coverage.ts";
import type { OpenedPrd } from "../generate/open-prd.ts";
import { openPrdOf } from "../generate/open-prd.ts";
import { readPrdModel } from "../generate/prd/read-model.ts";
import { filesAround } from "../generate/repository-files.ts";
import { baseFromList } from "../generate/update/base-from-list.ts";
import type { Comparison } from "../generate/update/compare.ts";
import { changedSections, compare } from "../generate/update/compare.ts";
import type { Decision } from "../generate/update/decisions.ts";
import { describeUpdate } from "../generate/update/decisions.ts";
import { planUpdate } from "../generate/update/plan-update.ts";
import type { BasePrd } from "../generate/version/find-base.ts";
import { findBase } from "../generate/version/find-base.ts";
import { findPrd } from "../generate/version/find-prd.ts";
import { keepPrd } from "../generate/version/kept-prds.ts";
import { isVersion, nameInLine, noteVersion, prdId } from "../generate/version/prd-version.ts";
import type { EditedList, EditOptions, Plan } from "../list-file/editing/edit-list.ts";
import { editListInSteps } from "../list-file/editing/edit-list.ts";
import { relativePath } from "../list-file/relative-path.ts";
import { ruleRefusal } from "../refusal.ts";
import { openList } from "../workflow/open-list.ts";

export interface UpdateOptions extends EditOptions {
  readonly from?: string;
  readonly record?: boolean;
  readonly with?: string;
  readonly strict?: boolean;
  readonly timeout?: string;
  readonly date?: string;
  readonly json?: boolean;
}

/** Brings a list up to date with a PRD that has changed since the list last followed it. */
export async function update(prdPath: string | undefined, options: UpdateOptions): Promise<Report> {
  const day = requireDate(options.date);
  const opened = openList(options.list);
  const prd = openPrdOf(opened, prdPath ?? findPrd(opened), "tasks update PATH");
  if (isUpToDate(opened.list, prd) && (options.record || options.from === undefined))
    return reportNothing(options, opened, prd);
  return options.record ? record(options, prd, day) : follow(options, prd, opened.list, day);
}

/** Whether the list records this very version of the PRD, under this name. */
function isUpToDate(list: TaskList, { path, source }: OpenedPrd): boolean {
  const version = list.changes?.prdVersion ?? null;
  return version !== null && version.name === nameInLine(path) && isVersion(source, version.id);
}

function reportNothing(
  options: UpdateOptions,
  { path, list }: { path: string; list: TaskList },
  prd: OpenedPrd,
) {
  const uncovered = uncoveredIds(coverRequirements(prd.prd, list));
  const note = `No task carries ${uncovered.join(", ")}, and the PRD has not changed since the list was made. To see more: tasks coverage`;
  const json = jsonOf({ before: list, after: list }, prd, {});
  return {
    json: { list: relativePath(path), ...json, ...(options.dryRun ? { diff: "" } : {}) },
    text: `${path} is up to date with ${basename(prd.path)}: there is nothing to do.`,
    notes: uncovered.length === 0 || options.record ? [] : [note],
  };
}

/** Records the version that the list follows, and nothing else. */
async function record(options: UpdateOptions, prd: OpenedPrd, day: string): Promise<Report> {
  const edited = await editListInSteps(options, "update --record", function* (list) {
    yield planRecord(list, prd, day);
  });
  const text = `${edited.path} follows ${basename(prd.path)} (${prdId(prd.source)}) from now on.`;
  const notes = [...edited.notes, ...keptNote(options, prd)];
  return reportEdit(options, { ...edited, notes }, jsonOf(edited, prd, {}), text);
}

function planRecord(before: TaskList, prd: OpenedPrd, day: string): Plan {
  if (isUpToDate(before, prd)) return { edits: [], intent: {} };
  const verb = before.changes?.prdVersion ? "updated" : "generated";
  return { edits: [renamePrd(prd), noteVersion(prd, verb, day)], intent: {} };
}

/** The header follows a PRD that has another file name by now. */
const renamePrd =
  ({ path }: OpenedPrd): Edit =>
  (list) => {
    const [old, now] = [prdFileName(list), nameInLine(path)];
    if (!list.prd || !old || old === now) return [];
    const { start, end, text } = list.prd.value;
    return [{ offset: start, length: end - start, text: text.replaceAll(old, () => now) }];
  };

async function follow(
  options: UpdateOptions,
  prd: OpenedPrd,
  before: TaskList,
  day: string,
): Promise<Report> {
  const base = await findBase(prd.path, before.changes?.prdVersion ?? null, options.from);
  const old = base && readPrdModel(base.source, base.name);
  const files = filesAround(prd.path);
  const known = old && compare(old, prd.prd, files);
  const comparisonFor = (list: TaskList) => known ?? compare(baseFromList(prd.prd, list), prd.prd, files);
  const written = options.with === undefined ? undefined : await askFor(options, prd, day, comparisonFor);
  const edited = await editListInSteps(options, "update", function* (list) {
    const decisions = yield* planUpdate(list, comparisonFor(list));
    if (written !== undefined) yield planRewriting(written, addedIn(decisions));
    yield planRecord(list, prd, day);
    return decisions;
  });
  const decisions = withFinalTitles(edited.result, edited.after);
  const sections = old ? changedSections(old, prd.prd) : [];
  const text = decisions.length > 0 ? describeUpdate(decisions) : ["No requirement has changed."];
  const notes = [
    ...edited.notes,
    ...(written?.notes ?? []),
    ...(base === undefined ? [blindNote(before, prd)] : []),
    // A dry run prints the edit where the decisions would be.
    ...(options.dryRun ? text : []),
    ...(sections.length === 0 ? [] : [sectionsNote(sections)]),
    ...keptNote(options, prd),
  ];
  const json = jsonOf(edited, prd, { base, decisions, sections });
  return reportEdit(options, { ...edited, notes }, json, text.join("\n"));
}

/** Lets an assistant write the tasks that the update adds, before any lock is taken: it may think for minutes. */
async function askFor(
  options: UpdateOptions,
  prd: OpenedPrd,
  day: string,
  comparisonFor: (list: TaskList) => Comparison,
): Promise<WrittenTasks | undefined> {
  const { after, result } = await editListInSteps({ ...options, dryRun: true }, "update", (list) =>
    planUpdate(list, comparisonFor(list)),
  );
  const numbers = addedIn(result);
  if (numbers.length === 0) return undefined;
  const { tasksByAssistant } = await import("../generate/conduct/tasks-by-assistant.ts");
  return tasksByAssistant(prd, after, numbers, {
    assistant: options.with ?? "",
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
 * Puts the assistant's tasks in the place of the drafted ones.
 * @throws Refusal if the list changed while the assistant wrote, so that other tasks are new in it.
 */
function planRewriting({ tasks }: WrittenTasks, added: readonly string[]): Plan {
  if (added.toSorted().join() !== [...tasks.keys()].toSorted().join())
    throw ruleRefusal(
      "changed-since",
      "The list changed while the assistant wrote: nothing was written. Run it again.",
    );
  const rewrite: Edit = (list) =>
    [...tasks].map(([number, { text }]) => {
      const { start, end } = getTask(list, number).span;
      return { offset: start, length: end - start, text };
    });
  const facts = [...tasks].map(([number, task]) => [number, task.facts] as const);
  return { edits: [rewrite], intent: { changed: new Map(facts) } };
}

/** An assistant may have given a new task another title than the draft. */
const withFinalTitles = (decisions: readonly Decision[], { tasks: all }: TaskList): readonly Decision[] =>
  decisions.map((decision) => ({
    ...decision,
    tasks: decision.tasks.map((task) => ({
      ...task,
      title: all.find(({ number }) => number === task.number)?.title ?? task.title,
    })),
  }));

function keptNote({ dryRun }: UpdateOptions, { path, source }: OpenedPrd): readonly string[] {
  const note = dryRun ? undefined : keepPrd(path, source);
  return note === undefined ? [] : [note];
}

const sectionsNote = (sections: readonly string[]): string =>
  `Also changed in the PRD, outside of its requirements and for you to follow: ${sections.map((heading) => `"${heading}"`).join(", ")}.`;

function blindNote({ changes }: TaskList, { path }: OpenedPrd): string {
  const version = changes?.prdVersion;
  const what = version
    ? `The version of ${version.name} that this list was made from (${version.id}) is neither kept nor in git`
    : "This list does not record which version of its PRD it was made from";
  return `${what}. Only the ids in the list were compared with ${basename(path)}: requirements that changed and kept their id can't be seen. Name the older version with --from FILE or --from REVISION.`;
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
  from: base === undefined ? null : { id: prdId(base.source), name: base.name, found: base.from },
  to: prdId(prd.source),
  decisions,
  sections,
  uncovered: uncoveredIds(coverRequirements(prd.prd, after)),
  changed: before.source !== after.source,
});
