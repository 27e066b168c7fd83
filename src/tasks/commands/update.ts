import { basename } from "node:path";
import { parseSeconds } from "../cli/options/parse-duration.ts";
import { requireDate } from "../cli/options/require-line.ts";
import type { Report } from "../cli/reporting/report.ts";
import { reportEdit } from "../cli/reporting/report-edit.ts";
import type { Edit } from "../document/edit/revise.ts";
import { getTask } from "../document/edit/revise.ts";
import { prdFileName } from "../document/read-header.ts";
import type { TaskList } from "../document/task-list.ts";
import type { WrittenTask, WrittenTasks } from "../generate/conduct/tasks-by-assistant.ts";
import { coverRequirements, uncoveredIds } from "../generate/coverage.ts";
import type { OpenedPrd } from "../generate/open-prd.ts";
import { openPrdOf } from "../generate/open-prd.ts";
import { readPrdModel } from "../generate/prd/read-model.ts";
import { filesAround } from "../generate/repository-files.ts";
import { baseFromList } from "../generate/update/base-from-list.ts";
import type { ChangedSection } from "../generate/update/changed-sections.ts";
import { changedSections } from "../generate/update/changed-sections.ts";
import type { Decision } from "../generate/update/decisions.ts";
import type { PlannedUpdate } from "../generate/update/plan-update.ts";
import { planUpdate } from "../generate/update/plan-update.ts";
import { describeUpdate } from "../generate/update/report-update.ts";
import type { UpdateSubject } from "../generate/update/subject.ts";
import { compare } from "../generate/update/subject.ts";
import type { BasePrd } from "../generate/version/find-base.ts";
import { findBase } from "../generate/version/find-base.ts";
import { findPrd } from "../generate/version/find-prd.ts";
import { keepPrd } from "../generate/version/kept-prds.ts";
import { isVersion, nameInLine, noteVersion, prdId } from "../generate/version/prd-version.ts";
import type { EditedList, EditOptions, Planner } from "../list-file/editing/edit-list.ts";
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
  const isFollowed = isUpToDate(opened.list, prd);
  if (isFollowed && (options.record || options.from === undefined))
    return reportNothing(options, opened, prd);
  if (options.record) return record(options, prd, day);
  const base = await findBase(prd.path, opened.list.changes?.prdVersion ?? null, options.from);
  return follow(options, prd, base, day);
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
  return {
    json: {
      ...jsonOf(options, { path, before: list, after: list }, prd, undefined, []),
      sections: [],
    },
    text: `${path} is up to date with ${basename(prd.path)}: there is nothing to do.`,
    notes: uncovered.length === 0 || options.record ? [] : [note],
  };
}

/** Records the version that the list follows, and nothing else. */
async function record(options: UpdateOptions, prd: OpenedPrd, day: string): Promise<Report> {
  const edited = await editListInSteps(options, "update --record", (list) => [planRecord(list, prd, day)]);
  const text = `${edited.path} follows ${basename(prd.path)} (${prdId(prd.source)}) from now on.`;
  return report(options, edited, prd, undefined, { decisions: [], sections: [], text: [text] });
}

function planRecord(before: TaskList, prd: OpenedPrd, day: string): Planner {
  const verb = before.changes?.prdVersion ? "updated" : "generated";
  if (isUpToDate(before, prd)) return () => ({ edits: [], intent: {} });
  return (list) => ({ edits: [...renamedPrd(list, prd), noteVersion(prd, verb, day)], intent: {} });
}

/** The header follows a PRD that has another file name by now. */
function renamedPrd(list: TaskList, { path }: OpenedPrd): readonly Edit[] {
  const old = prdFileName(list);
  const now = nameInLine(path);
  if (!list.prd || old === null || old === "" || old === now) return [];
  const { start, end, text } = list.prd.value;
  return [() => [{ offset: start, length: end - start, text: text.replaceAll(old, () => now) }]];
}

async function follow(
  options: UpdateOptions,
  prd: OpenedPrd,
  base: BasePrd | undefined,
  day: string,
): Promise<Report> {
  const files = filesAround(prd.path);
  const old = base && { source: base.source, prd: readPrdModel(base.source, base.name) };
  const compared = old && compare(old.prd, prd.prd, files);
  const subjectFor = (list: TaskList) => compared ?? compare(baseFromList(prd.prd, list), prd.prd, files);
  const written = options.with === undefined ? undefined : await askFor(options, prd, day, subjectFor);
  let planned: PlannedUpdate | undefined;
  const edited = await editListInSteps(options, "update", (list) => {
    planned = planUpdate(list, subjectFor(list));
    return inOrder(planned, written, planRecord(list, prd, day));
  });
  const decisions = withFinalTitles(planned?.decisions() ?? [], edited.after);
  const lines = describeUpdate(decisions);
  const text = lines.length > 0 ? lines : ["No requirement has changed."];
  const notes = [...edited.notes, ...(written?.notes ?? [])];
  const sections = old ? changedSections(old, prd) : [];
  return report(options, { ...edited, notes }, prd, base, { decisions, sections, text });
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

/** Lets an assistant write the tasks that the update adds, before any lock is taken: it may think for minutes. */
async function askFor(
  options: UpdateOptions,
  prd: OpenedPrd,
  day: string,
  subjectFor: (list: TaskList) => UpdateSubject,
): Promise<WrittenTasks | undefined> {
  let planned: PlannedUpdate | undefined;
  const { after } = await editListInSteps({ ...options, dryRun: true }, "update", (list) => {
    planned = planUpdate(list, subjectFor(list));
    return planned.planners;
  });
  const numbers = addedIn(planned?.decisions() ?? []);
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

function* inOrder(
  { planners, decisions }: PlannedUpdate,
  written: WrittenTasks | undefined,
  last: Planner,
): Generator<Planner> {
  yield* planners;
  if (written !== undefined) {
    requireSame(written, addedIn(decisions()));
    for (const [number, task] of written.tasks) yield planRewriting(number, task);
  }
  yield last;
}

/** @throws Refusal where somebody changed the list while the assistant wrote, so that other tasks are new in it. */
function requireSame({ tasks }: WrittenTasks, added: readonly string[]): void {
  if (added.toSorted().join() === [...tasks.keys()].toSorted().join()) return;
  throw ruleRefusal(
    "changed-since",
    "The list changed while the assistant wrote: nothing was written. Run it again.",
  );
}

const planRewriting =
  (number: string, { text, facts }: WrittenTask): Planner =>
  () => ({
    edits: [
      (list) => {
        const { start, end } = getTask(list, number).span;
        return [{ offset: start, length: end - start, text }];
      },
    ],
    intent: { changed: new Map([[number, facts]]) },
  });

interface Outcome {
  readonly decisions: readonly Decision[];
  readonly sections: readonly ChangedSection[];
  readonly text: readonly string[];
}

async function report(
  options: UpdateOptions,
  edited: EditedList,
  prd: OpenedPrd,
  base: BasePrd | undefined,
  { decisions, sections, text }: Outcome,
): Promise<Report> {
  const kept = options.dryRun ? undefined : keepPrd(prd.path, prd.source);
  const blind = base === undefined && !options.record ? [blindNote(edited.before, prd)] : [];
  // A dry run prints the edit where the decisions would be.
  const asides = options.dryRun && !options.record ? text : [];
  const notes = [
    ...edited.notes,
    ...blind,
    ...asides,
    ...sectionsNote(sections),
    ...(kept === undefined ? [] : [kept]),
  ];
  const json = { ...jsonOf(options, edited, prd, base, decisions), sections };
  return reportEdit(options, { ...edited, notes }, json, text.join("\n"));
}

function sectionsNote(sections: readonly ChangedSection[]): readonly string[] {
  if (sections.length === 0) return [];
  const names = sections.map(
    ({ heading, line }) => `"${heading}" (${line === null ? "gone" : `line ${line}`})`,
  );
  return [`Also changed in the PRD, outside of its requirements and for you to follow: ${names.join(", ")}.`];
}

function blindNote({ changes }: TaskList, { path }: OpenedPrd): string {
  const version = changes?.prdVersion;
  const what = version
    ? `The version of ${version.name} that this list was made from (${version.id}) is neither kept nor in git`
    : "This list does not record which version of its PRD it was made from";
  return `${what}. Only the ids in the list were compared with ${basename(path)}: requirements that changed and kept their id can't be seen. Name the older version with --from FILE or --from REVISION.`;
}

function jsonOf(
  options: UpdateOptions,
  { path, before, after }: Pick<EditedList, "path" | "before" | "after">,
  prd: OpenedPrd,
  base: BasePrd | undefined,
  decisions: readonly Decision[],
) {
  return {
    list: relativePath(path),
    prd: relativePath(prd.path),
    from: base === undefined ? null : { id: prdId(base.source), name: base.name, found: base.from },
    to: prdId(prd.source),
    decisions,
    uncovered: uncoveredIds(coverRequirements(prd.prd, after)),
    changed: before.source !== after.source,
    ...(options.dryRun && before.source === after.source ? { diff: "" } : {}),
  };
}
