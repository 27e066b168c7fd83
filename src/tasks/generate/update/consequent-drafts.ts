import { plainLine } from "../../document/plain-line.ts";
import type { TaskDraft } from "../../document/render-task.ts";
import type { Task } from "../../document/task-list.ts";
import type { Requirement } from "../prd/model.ts";
import type { Pair } from "./match-requirements.ts";
import { differencesOf, sayingOf } from "./requirement-words.ts";

/** Wraps a quotation from the PRD. The words contain no id, which another version could give to something else. */
const line =
  (words: string) =>
  (text: string): string =>
    plainLine(`${words} "${text}"`);

export const saidLine = line("The PRD said:");
export const saysLine = line("It says now:");
export const removedLine = line("No longer in the PRD:");
const newLine = line("New:");
const goneLine = line("No longer:");
const isGoneLine = line("The product no longer does this:");

export const removalReason = "its requirement is no longer in the PRD";
export const optionalReason = "its requirement is no longer required by the PRD";
export const mergedReason = (id: string): string => `its requirement is part of ${id} now`;
export const returnReason = "its requirement is back in the PRD";
export const blockReason = (requirement: Requirement): string =>
  plainLine(`${removalReason}: ${sayingOf(requirement)}`);

/** A task that depends on the finished tasks. It has the complexity of the drafted task for the requirement. */
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

/**
 * The task for a changed requirement whose tasks are in progress or complete. It states the old and new text and the
 * new criteria.
 */
export function changeDraft(
  { old, now }: Pair,
  was: Task | undefined,
  is: Task | undefined,
  built: readonly Task[],
): TaskDraft {
  const { gone, come } = differencesOf(old, now);
  const [before, text] = [sayingOf(old), sayingOf(now)];
  const known = new Set(was?.verification.map((criterion) => criterion.text));
  const criteria = (is?.verification ?? []).map((criterion) => criterion.text);
  const fresh = criteria.filter((criterion) => !known.has(criterion));
  const candidates = [fresh, come.map(newLine), gone.slice(0, 1).map(isGoneLine), [saysLine(text)]];
  return after(built, is, {
    title: `Apply the change: ${is?.title ?? built[0]?.title ?? text}`,
    requirements: [now.id],
    steps: [
      ...(before === text ? [plainLine(`The PRD says of "${text}":`)] : [saidLine(before), saysLine(text)]),
      ...gone.map(goneLine),
      ...come.map(newLine),
      "Change what was built so that it does what the PRD says now",
    ],
    verification: candidates.find((lines) => lines.length > 0) ?? [],
  });
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
    verification: [isGoneLine(text)],
  });
}
