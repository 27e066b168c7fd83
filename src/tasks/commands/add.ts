import type { AddOptions } from "../cli/options/field-options.ts";
import { parseComplexity, requireLines } from "../cli/options/field-options.ts";
import { orderWith, placeFor } from "../cli/options/new-task-place.ts";
import { parseDepends, requireOrder } from "../cli/options/parse-depends.ts";
import { requireLine } from "../cli/options/require-line.ts";
import { presentTask } from "../cli/reporting/present-task.ts";
import type { Report } from "../cli/reporting/report.ts";
import { reportEdit } from "../cli/reporting/report-edit.ts";
import { canAsk } from "../cli/terminal/can-ask.ts";
import { headline } from "../cli/terminal/describe-task.ts";
import type { Assignment } from "../document/edit/assign-numbers.ts";
import { assignNumber } from "../document/edit/assign-numbers.ts";
import type { Renumbering } from "../document/edit/rewrite-numbers.ts";
import { followPhaseRanges, rewriteNumbers } from "../document/edit/rewrite-numbers.ts";
import { factsOfDraft } from "../document/edit/task-facts.ts";
import type { Place } from "../document/edit/task-text.ts";
import { insertDraft } from "../document/edit/task-text.ts";
import type { TaskDraft } from "../document/render-task.ts";
import type { TaskList } from "../document/task-list.ts";
import { phaseOf } from "../document/task-number.ts";
import type { Plan } from "../list-file/editing/edit-list.ts";
import { editList } from "../list-file/editing/edit-list.ts";
import { inputRefusal } from "../refusal.ts";
import { refuseMerge } from "../workflow/open-list.ts";
import { pickTask } from "../workflow/pick-task.ts";
import {
  presentRenumbering,
  renumberingLines,
  requireRenumberable,
} from "../workflow/rules/renumbering-rules.ts";

/** Adds a task to the end of a phase, or before or after another one; on a terminal it asks for what is missing. */
export async function add(title: string | undefined, given: AddOptions): Promise<Report> {
  const { askForMissing } = canAsk(given)
    ? await import("../cli/options/ask-for-missing.ts")
    : { askForMissing: undefined };
  const { title: name, options } = askForMissing
    ? await askForMissing(title, given)
    : { title: title ?? "", options: given };
  let added: Assignment | undefined;
  const plan = (list: TaskList): Plan => {
    const place = placeFor(list, options);
    added = assignNumber(list, place);
    return planAddition(list, draftOf(list, name, options), place, added, options);
  };
  // A list whose phases are still empty can take its first task.
  const edited = await editList(options, "add", plan, refuseMerge);
  if (!added) throw new Error("a task was added without a number");
  const task = pickTask(edited.after, added.number);
  const renumbering = presentRenumbering(edited.after, added.renumbering);
  const text = [`${headline(task)}: added`, ...renumberingLines(renumbering)].join("\n");
  return reportEdit(
    options,
    edited,
    { task: presentTask(edited.after, task), reason: null, ...renumbering },
    text,
  );
}

function draftOf(list: TaskList, title: string, options: AddOptions): TaskDraft {
  const verification = requireLines("--verify", options.verify ?? []);
  if (verification.length === 0) {
    throw inputRefusal(
      "missing-verification",
      'A task needs a criterion it can be checked by: --verify "TEXT".',
    );
  }
  return {
    title: requireLine("The title", title),
    complexity: options.complexity === undefined ? null : parseComplexity(options.complexity),
    dependencies: parseDepends(list, options.depends ?? []),
    requirements: [],
    files: requireLines("--file", options.file ?? []),
    steps: requireLines("--step", options.step ?? []),
    verification,
    ...endpointOf(options),
  };
}

function endpointOf({ method, path }: AddOptions): { method: string | null; path: string | null } {
  if (method === undefined && path === undefined) return { method: null, path: null };
  if (method !== undefined && path !== undefined && /^[A-Za-z]+$/.test(method) && /^\/\S*$/.test(path)) {
    return { method: method.toUpperCase(), path };
  }
  throw inputRefusal("bad-endpoint", "An endpoint is given as --method POST --path /api/users.");
}

function planAddition(
  list: TaskList,
  draft: TaskDraft,
  place: Place,
  { number, renumbering }: Assignment,
  options: AddOptions,
): Plan {
  requireRenumberable(list, renumbering, options.force);
  requireOrder(orderWith(list, place, "new"), "new", draft.dependencies);
  const renumbered = (old: string): string => renumbering.get(old) ?? old;
  const final = { ...draft, dependencies: draft.dependencies.map(renumbered) };
  const phaseTitle =
    options.phaseTitle === undefined ? undefined : requireLine("--phase-title", options.phaseTitle);
  const insertion = insertDraft(list, number, final, renumberedPlace(place, renumbering), phaseTitle);
  return {
    edits: [rewriteNumbers(renumbering), insertion, followPhaseRanges([phaseOf(number)])],
    intent: { added: factsOfDraft(number, final), renumbering },
  };
}

const renumberedPlace = (place: Place, renumbering: Renumbering): Place =>
  place.kind === "last" ? place : { ...place, number: renumbering.get(place.number) ?? place.number };
