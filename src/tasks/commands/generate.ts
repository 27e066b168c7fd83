import { basename } from "node:path";
import { revise } from "../document/edit/revise.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { TaskList } from "../document/task-list.ts";
import { coverRequirements, uncoveredIds } from "../generate/coverage.ts";
import { draftTasks, writeList } from "../generate/draft/draft-tasks.ts";
import type { PlannedPhase } from "../generate/draft/plan.ts";
import type { OpenedPrd } from "../generate/open-prd.ts";
import { openPrd, refuseWithoutRequirements } from "../generate/open-prd.ts";
import type { Passage } from "../generate/prd/model.ts";
import { keepPrd, noteVersion } from "../generate/prd-version.ts";
import { filesAround } from "../generate/repository-files.ts";
import type { SectionWithoutTask } from "../generate/summaries.ts";
import {
  explainReading,
  readingsOf,
  sectionsWithoutTask,
  summarizePhases,
  summaryText,
  unbuiltIn,
} from "../generate/summaries.ts";
import { placeNewList, settleNewList } from "../list-file/editing/write-new-list.ts";
import { isSamePath } from "../list-file/paths.ts";
import { parseSeconds, requireDate } from "../options/option-values.ts";
import { inputRefusal } from "../refusal.ts";
import { presentTask } from "../reporting/present-task.ts";
import type { Report } from "../reporting/report.ts";
import { reportNewList } from "../reporting/report.ts";
import { plural, shellWord } from "../terminal/words.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { byAssistant, createdDate, dryRun, newList, operation, prdFile } from "./operation.ts";

const declaration = {
  name: "generate",
  summary: "read a PRD and write its task list",
  arguments: prdFile,
  options: {
    ...newList,
    explain: { summary: "show how each part of the PRD was read" },
    ...byAssistant,
    ...createdDate,
    ...dryRun,
  },
  examples: [
    "tasks generate docs/0001-prd-sign-in.md",
    "tasks generate docs/0001-prd-sign-in.md --stdout --explain",
    "tasks generate docs/0001-prd-sign-in.md --with claude",
  ],
  tool: {
    summary: "Draft and write the list of a PRD; stdout: only give it.",
    does: "edits",
    takesNoList: true,
    isLong: true,
  },
} as const satisfies Declaration;

/** Overwriting a list loses its statuses. */
const follow = "To bring the list up to date with a changed PRD: tasks update.";

type GenerateOptions = OptionsOf<typeof declaration>;

export const generate = operation(declaration, async ({ prd: prdPath, ...options }) => {
  const created = requireDate(options.date);
  const opened = openPrd(prdPath);
  if (options.explain && !options.stdout) return explain(opened);
  if (options.with === undefined) refuseWithoutRequirements(opened);
  const target = placeNewList(prdPath, listName(prdPath), options, follow);
  if (target !== null && isSamePath(target, prdPath))
    throw inputRefusal("out-is-prd", `--out: ${target} is the PRD itself. Name another file.`);
  const drafted = await listFor(opened, created, options);
  const list = revise(readTaskList(drafted.text), [noteVersion(opened, "generated", created)]);
  const made = await settleNewList("generate", target, list.source, options);
  const summary = summaryText(summarizePhases(list));
  // An assistant decides for itself what the points of a section are.
  const withoutTask = options.with === undefined ? sectionsWithoutTask(opened.prd) : [];
  const gaps = [
    ...untakenNote(opened),
    ...withoutTaskNote(withoutTask),
    ...(options.with === undefined ? unbuiltNote(opened) : []),
    ...openNote(opened),
  ];
  const notes = [
    ...drafted.notes,
    ...made.notes,
    ...(made.isWritten ? keepPrd(opened) : []),
    ...(options.explain ? [] : gaps),
  ];
  const json = { ...jsonOf(opened, list, options), withoutTask };
  const report = reportNewList(options, made, json, summary, notes);
  const explanation = options.explain ? [explainReading(opened.prd)] : [];
  return { ...report, notes: [...explanation, ...(report.notes ?? [])] };
});

/** Shows how each part of the PRD was read. Writes nothing and asks no assistant. */
function explain({ path, prd }: OpenedPrd): Report {
  const json = {
    list: null,
    path: null,
    prd: basename(path),
    readings: readingsOf(prd),
    untaken: prd.unread,
  };
  return { json, text: explainReading(prd) };
}

async function listFor(
  opened: OpenedPrd,
  created: string,
  options: GenerateOptions,
): Promise<{ text: string; notes: readonly string[] }> {
  const prdName = basename(opened.path);
  if (options.with === undefined) {
    const phases = draftTasks(opened.prd, filesAround(opened.path));
    return {
      text: writeList({ title: opened.prd.title, prd: prdName, created }, phases),
      notes: [draftNote(phases, opened.path, options)],
    };
  }
  const { listByAssistant } = await import("../generate/brief/ask-assistant.ts");
  return listByAssistant(opened, {
    assistant: options.with,
    timeoutSeconds: parseSeconds(options.timeout),
    created,
    strict: options.strict === true,
  });
}

/** The work that a draft leaves, and the command that has it done, for a list in the same place. */
function draftNote(phases: readonly PlannedPhase[], path: string, options: GenerateOptions): string {
  const { assistantDir, out, stdout } = options;
  const tasks = phases.flatMap((phase) => phase.tasks);
  const open = tasks.filter(({ hasOwnCriteria }) => !hasOwnCriteria).length;
  const words = [
    ...["tasks", "generate", path, "--with", "claude"],
    ...(assistantDir === undefined ? [] : ["--assistant-dir", assistantDir]),
    ...(out === undefined ? [] : ["--out", out]),
    stdout ? "--stdout" : "--force",
  ];
  const dependencies = tasks.flatMap((task) => task.dependencies).length;
  const guesses = tasks.flatMap((task) => task.guesses).length;
  const guessed =
    guesses === 0
      ? []
      : [
          `${guesses} of ${dependencies} dependencies ${guesses === 1 ? "is" : "are"} guessed from words that requirements share.`,
        ];
  return [
    `This is a draft: ${plural(open, "task")} of ${tasks.length} still ${open === 1 ? "needs" : "need"} criteria of ${open === 1 ? "its" : "their"} own.`,
    ...guessed,
    `To have an assistant write the list: ${words.map(shellWord).join(" ")}`,
  ].join(" ");
}

const listName = (prdPath: string): string =>
  `tasks-${basename(prdPath).replace(/\.(?:markdown|mdx?|txt)$/i, "")}.md`;

/** A note names this many sections. */
const mostSections = 6;

function withoutTaskNote(sections: readonly SectionWithoutTask[]): readonly string[] {
  if (sections.length === 0) return [];
  const named = sections
    .slice(0, mostSections)
    .map(({ heading, line, points }) => `${plural(points, "point")} under "${heading}" (line ${line})`);
  const others = sections.slice(mostSections);
  const points = others.reduce((sum, one) => sum + one.points, 0);
  const more =
    others.length === 0 ? [] : [`${plural(points, "point")} in ${plural(others.length, "more section")}`];
  return [`Without a task of their own: ${[...named, ...more].join(", ")}.`];
}

/** A note names this many requirements and stories. */
const mostUnbuilt = 8;

function unbuiltNote({ prd }: OpenedPrd): readonly string[] {
  const unbuilt = unbuiltIn(prd);
  if (unbuilt.length === 0) return [];
  const named = unbuilt
    .slice(0, mostUnbuilt)
    .map(
      ({ id, line, optional }) => `${id ?? `line ${line}`} (${optional === "wont" ? "ruled out" : optional})`,
    );
  const more = unbuilt.length > mostUnbuilt ? [`${unbuilt.length - mostUnbuilt} more`] : [];
  return [`No task for ${[...named, ...more].join(", ")}.`];
}

function untakenNote({ prd: { unread } }: OpenedPrd): readonly string[] {
  if (unread.length === 0) return [];
  const lines =
    unread.length === 1
      ? "1 line that may be a requirement was"
      : `${unread.length} lines that may be requirements were`;
  return [`${lines} not taken (${namedLines(unread)}): --explain says why.`];
}

const openNote = ({ prd: { openQuestions } }: OpenedPrd): readonly string[] =>
  openQuestions.length === 0
    ? []
    : [`The PRD leaves ${plural(openQuestions.length, "question")} open (${namedLines(openQuestions)}).`];

/** `line 3, 7, 12`, at most eight. */
function namedLines(passages: readonly Passage[]): string {
  const all = [...new Set(passages.map(({ line }) => line))].toSorted((a, b) => a - b);
  return `line ${all.slice(0, 8).join(", ")}${all.length > 8 ? ", …" : ""}`;
}

function jsonOf({ prd }: OpenedPrd, list: TaskList, { explain }: GenerateOptions) {
  const requirements = coverRequirements(prd, list);
  const phases = summarizePhases(list);
  return {
    title: list.title?.text ?? prd.title,
    prd: list.prd?.value.text ?? null,
    minutes: phases.reduce((sum, { minutes }) => sum + minutes, 0),
    phases,
    tasks: list.tasks.map((task) => presentTask(list, task)),
    requirements,
    uncovered: uncoveredIds(requirements),
    untaken: prd.unread,
    openQuestions: prd.openQuestions,
    ...(explain ? { readings: readingsOf(prd) } : {}),
  };
}
