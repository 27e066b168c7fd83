import { findMentions } from "../document/edit/renumber.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import type { Renumbering } from "../document/task-number.ts";
import type { ClaimElsewhere } from "../list-file/claims/claim-elsewhere.ts";
import { claimElsewhere, claimInWords } from "../list-file/claims/claim-elsewhere.ts";
import { ruleRefusal } from "../refusal.ts";

/**
 * The rule that a task in progress keeps its number, because people and workers refer to it by number; and the one that
 * no task gets a number that a dependency names in vain, since that one meant another task.
 * @throws Refusal that names the tasks, of which only the first kind can be forced.
 */
export function requireRenumberable(list: TaskList, renumbering: Renumbering, force = false): void {
  requireUnnamed(list, renumbering);
  if (force) return;
  const held = list.tasks.filter((task) => renumbering.has(task.number) && isHeld(list, task));
  if (held.length === 0) return;
  const names = held.map((task) => `${task.number} (${holderInWords(list, task)})`).join(", ");
  throw ruleRefusal(
    "number-in-use",
    `This would renumber ${names}, which is being worked on: use --force if that is fine.`,
  );
}

function requireUnnamed({ tasks }: TaskList, renumbering: Renumbering): void {
  const given = new Map([...renumbering].map(([old, now]) => [now, old]));
  for (const { number, dependencies } of tasks) {
    const wanted =
      dependencies.unknown.flatMap(({ text }) => text.split("-")).find((end) => given.has(end)) ?? "";
    const old = given.get(wanted);
    if (old === undefined) continue;
    throw ruleRefusal(
      "unknown-dependency",
      `Task ${number} depends on ${wanted}, which is not in the list, and Task ${old} would get that number. Correct it first: tasks edit ${number} --depends NUMBERS.`,
    );
  }
}

/** Whether someone may be working on the task: it is in progress, here or in another worktree, or it has an owner. */
export const isHeld = (list: TaskList, task: Task): boolean =>
  task.status.value === "In Progress" || task.owner !== null || workElsewhere(list, task) !== null;

function holderInWords(list: TaskList, task: Task): string {
  const claim = workElsewhere(list, task);
  return claim ? claimInWords(claim) : (task.owner ?? task.status.value);
}

/** The claim of another worktree in which the task is in progress. */
export function workElsewhere(list: TaskList, task: Task): ClaimElsewhere | null {
  const claim = claimElsewhere(list, task);
  return claim?.state === "in progress" ? claim : null;
}

/** What a renumbering reports: the numbers, and the mentions in free text that were not changed. */
export const presentRenumbering = (after: TaskList, renumbering: Renumbering) => ({
  renumbered: [...renumbering].map(([from, to]) => ({ from, to })),
  mentions: findMentions(after, renumbering.keys()),
});

/** The same as lines for people; empty if there is nothing to report. */
export function renumberingLines({
  renumbered,
  mentions,
}: ReturnType<typeof presentRenumbering>): readonly string[] {
  const numbers = renumbered.map(({ from, to }) => `  ${from} → ${to}`);
  const lines = mentions.map(({ number, line, text }) => `  line ${line} (${number}): ${text}`);
  return [
    ...(numbers.length > 0 ? ["Renumbered:", ...numbers] : []),
    ...(lines.length > 0 ? ["Mentioned in free text, which is left as it is:", ...lines] : []),
  ];
}

/** `1.4 → 1.3, 1.5 → 1.4`, for the note under `## Changes`. */
export const renumberingInWords = (renumbering: Renumbering): string =>
  [...renumbering].map(([from, to]) => `${from} → ${to}`).join(", ");
