import type { TaskDraft } from "../../document/render-list.ts";
import { plainLine } from "../../document/render-list.ts";
import type { Task } from "../../document/task-list.ts";
import type { Requirement } from "../prd/model.ts";
import type { Match } from "./match-requirements.ts";
import { linesOf, sayingOf } from "./match-requirements.ts";

/** Wraps a quotation from the PRD. The words contain no id, because another version could reuse it. */
const quoting =
  (words: string) =>
  (text: string): string =>
    plainLine(`${words} "${text}"`);

const saidLine = quoting("The PRD said:");
const saysLine = quoting("It says now:");
const noLongerLine = quoting("The product no longer does this:");
const removed = "No longer in the PRD:";
export const removedLine = quoting(removed);

export const removalReason = "the PRD no longer requires it";
export const blockReason = (requirement: Requirement): string =>
  plainLine(`${removalReason}: ${sayingOf(requirement)}`);

/** The lines of a requirement that were removed (`gone`) and added (`come`) between two versions. */
export function differencesOf({ old, now }: Versions) {
  const [before, after] = old && now ? [linesOf(old), linesOf(now)] : [[], []];
  return {
    gone: before.filter((line) => !after.includes(line)),
    come: after.filter((line) => !before.includes(line)),
  };
}

type Versions = Pick<Match, "old" | "now">;

/** A task that depends on finished tasks and concerns their files. */
const after = (
  built: readonly Task[],
  drafted: Task | undefined,
  words: Pick<TaskDraft, "title" | "requirements" | "steps" | "verification">,
): TaskDraft => ({
  ...words,
  complexity: drafted?.complexity ?? "Medium",
  dependencies: built.map(({ number }) => number),
  files: [
    ...new Set(built.flatMap(({ files }) => files.filter(({ deleted }) => !deleted).map(({ text }) => text))),
  ],
  method: null,
  path: null,
});

const lastStep = "Change what was built so that it does what the PRD says now";

/** The task for a changed requirement whose tasks are in progress or complete: the old and new text and criteria. */
export function changeDraft(
  { old, now }: { readonly old: Requirement; readonly now: Requirement },
  was: Task | undefined,
  is: Task | undefined,
  built: readonly Task[],
): TaskDraft {
  const { gone, come } = differencesOf({ old, now });
  const known = new Set(was?.verification.map(({ text }) => text));
  const fresh = (is?.verification ?? []).map(({ text }) => text).filter((text) => !known.has(text));
  const criteria = [fresh, come.map(plainLine), gone.map(noLongerLine), [plainLine(sayingOf(now))]];
  return after(built, is, {
    title: changeTitle(is?.title ?? built[0]?.title ?? sayingOf(now)),
    requirements: [now.id],
    steps: [...gone.map(saidLine), ...come.map(saysLine), lastStep],
    verification: criteria.find((lines) => lines.length > 0) ?? [],
  });
}

export const changeTitle = (title: string): string => `Apply the change: ${title}`;

export const statesChange = ({ steps }: Task): boolean => steps.some(({ text }) => text === lastStep);

/**
 * The steps of a task that states a change, after the requirement changed again. Text that the PRD contains again is no
 * longer a change. Null if nothing is left to change.
 */
export function restated(steps: readonly string[], versions: Versions): readonly string[] | null {
  const { gone, come } = differencesOf(versions);
  const said = gone.map(saidLine).filter((_, index) => !steps.includes(saysLine(gone[index] ?? "")));
  const says = come.map(saysLine).filter((_, index) => !steps.includes(saidLine(come[index] ?? "")));
  const settled = new Set([...gone.map(saysLine), ...come.map(saidLine)]);
  // A change that is compared a second time is stated once.
  const left = new Set([
    ...said,
    ...steps.filter((step) => !settled.has(step) && step !== lastStep),
    ...says,
  ]);
  return left.size === 0 ? null : [...left, lastStep];
}

/** The task that removes what was built for a requirement that is no longer in the PRD. */
export function removalDraft(
  requirement: Requirement,
  drafted: Task | undefined,
  built: readonly Task[],
): TaskDraft {
  const text = sayingOf(requirement);
  return after(built, drafted, {
    title: `Take out: ${drafted?.title ?? built[0]?.title ?? text}`,
    requirements: [],
    steps: [removedLine(text), "Take out what was built for it, and keep what other requirements use"],
    verification: [noLongerLine(text)],
  });
}

export const takesOut = ({ steps }: Task): boolean => steps.some(({ text }) => text.startsWith(removed));
