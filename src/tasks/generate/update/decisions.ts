import type { Task } from "../../document/task-list.ts";
import type { Answer } from "../../reporting/answers.ts";
import { plural } from "../../terminal/words.ts";
import { sayingOf } from "../requirement-text.ts";
import type { Match } from "./compare.ts";
import { differencesOf } from "./follow-up.ts";

/** What happened to a requirement, and the consequences for the list. */
export type Decision = Answer<"update">["decisions"][number];
type Change = Decision["changes"][number];
/** What the update does with one task because of a requirement. */
type TaskDecision = Decision["tasks"][number];
type Action = TaskDecision["action"];

/** What happened to a requirement, as text after its id. */
const changeWords: Readonly<Record<Change, string>> = {
  added: "added",
  uncovered: "had no task",
  changed: "changed",
  renumbered: "renumbered from",
  merged: "became part of",
  split: "was part of",
  optional: "is not required any more",
  removed: "was removed",
};

/** What the update does with a task, as text after its title. */
const actionWords: Readonly<Record<Action, string>> = {
  added: "added",
  updated: "lines replaced",
  left: "left as it is",
  removed: "removed",
  blocked: "blocked",
  unblocked: "unblocked",
  reference: "its Requirements follow",
  carries: "carries it already",
  named: "has its title, and names it now",
};

/** The decisions on tasks while an update is planned. */
export class Decisions {
  readonly #tasks = new Map<Match, TaskDecision[]>();

  note(
    match: Match,
    action: Action,
    { number, title }: Pick<Task, "number" | "title">,
    rewritten: readonly string[] = [],
  ): void {
    this.#tasks.set(match, [
      ...this.on(match),
      { number, title, action, rewritten: [...new Set(rewritten)] },
    ]);
  }

  on(match: Match): readonly TaskDecision[] {
    return this.#tasks.get(match) ?? [];
  }

  /** The decisions on requirements that changed or had no task. */
  all(matches: readonly Match[]): readonly Decision[] {
    return matches.flatMap((match) => {
      const { old, now, other } = match;
      const tasks = this.on(match);
      const changes = changesOf(match, tasks);
      const texts = { oldText: old && sayingOf(old), newText: now && sayingOf(now), ...differencesOf(match) };
      const ids = { id: now?.id ?? null, was: old?.id ?? null };
      return changes.length === 0 ? [] : [{ ...ids, changes, ...texts, other: other?.id ?? null, tasks }];
    });
  }
}

function changesOf(match: Match, tasks: readonly TaskDecision[]): readonly Change[] {
  const { old, now, other, isChanged, fate } = match;
  if (now === null) return [other ? "merged" : "removed"];
  if (old === null) return now.optional === null ? [other ? "split" : "added"] : [];
  const isUncovered = !isChanged && tasks.some(({ action }) => action === "added" || action === "named");
  const changes: Change[] = [];
  if (isChanged || isReworded(match, tasks)) changes.push("changed");
  if (isUncovered) changes.push("uncovered");
  if (fate !== "kept") changes.push("optional");
  if (old.id !== now.id) changes.push("renumbered");
  return changes;
}

/** Whether lines of tasks follow the new id of a requirement that it mentions. */
const isReworded = ({ mentionsNewIds }: Match, tasks: readonly TaskDecision[]): boolean =>
  mentionsNewIds && tasks.some(({ action }) => action === "updated");

/** What an update did, as text: each changed requirement and its tasks. */
export function describeUpdate(decisions: readonly Decision[]): readonly string[] {
  const isRenumbered = ({ changes }: Decision): boolean => changes.join() === "renumbered";
  const ids = decisions.filter(isRenumbered).map(({ was, id }) => `${was} → ${id}`);
  return [
    ...decisions.filter((decision) => !isRenumbered(decision)).flatMap(describeDecision),
    ...(ids.length === 0 ? [] : [`Renumbered: ${ids.join(", ")}`]),
  ];
}

function describeDecision(decision: Decision): readonly string[] {
  const { was, id, oldText, newText, gone, come, changes, other, tasks } = decision;
  const said = changes.map((change) => changeWords[change]).join(", ");
  const isChanged = gone.length + come.length > 0;
  return [
    [id ?? was, said, changes.includes("renumbered") ? was : other].join(" ").trimEnd(),
    ...(isChanged ? [] : [`  ${newText ?? oldText}`]),
    ...gone.map((line) => `  said: ${line}`),
    ...come.map((line) => `  says: ${line}`),
    ...tasks.flatMap(describeTask),
  ];
}

const describeTask = ({ number, title, action, rewritten }: TaskDecision): readonly string[] => [
  `  ${number}  ${title}: ${actionWords[action]}`,
  ...(rewritten.length === 0
    ? []
    : [`      ${plural(rewritten.length, "line")} written by hand, to be checked:`]),
  ...rewritten.map((line) => `      - ${line}`),
];
