import { plural } from "../../cli/terminal/words.ts";
import type { Task } from "../../document/task-list.ts";
import { sayingOf } from "../requirement-text.ts";
import type { Match } from "./compare.ts";
import { differencesOf } from "./follow-up.ts";

/** What happened to a requirement, as text after its id. */
const changeWords = {
  added: "added",
  uncovered: "had no task",
  changed: "changed",
  renumbered: "renumbered from",
  merged: "became part of",
  split: "was part of",
  optional: "is not required any more",
  removed: "was removed",
} as const;

type Change = keyof typeof changeWords;

/** What the update does with a task, as text after its title. */
const actionWords = {
  added: "added",
  updated: "lines replaced",
  left: "left as it is",
  removed: "removed",
  blocked: "blocked",
  unblocked: "unblocked",
  reference: "its Requirements follow",
  carries: "carries it already",
  named: "has its title, and names it now",
} as const;

type Action = keyof typeof actionWords;

/** What happened to a requirement, and the consequences for the list. */
export interface Decision {
  /** Null if the new version does not have it. */
  readonly id: string | null;
  /** Null if the old version did not have it. */
  readonly was: string | null;
  readonly changes: readonly Change[];
  readonly oldText: string | null;
  readonly newText: string | null;
  /** The lines that were removed (`gone`) and added (`come`), including its text. */
  readonly gone: readonly string[];
  readonly come: readonly string[];
  /** The id of the requirement that it was merged into or split from. */
  readonly other: string | null;
  readonly tasks: readonly TaskDecision[];
}

/** What the update does with one task because of a requirement. */
interface TaskDecision {
  readonly number: string;
  readonly title: string;
  readonly action: Action;
  /** Lines that were edited by hand, which the update keeps. */
  readonly rewritten: readonly string[];
}

/** The decisions on tasks while an update is planned. */
export class Decisions {
  readonly #tasks = new Map<Match, TaskDecision[]>();

  note(
    match: Match,
    action: Action,
    { number, title }: Pick<Task, "number" | "title">,
    rewritten: readonly string[] = [],
  ): void {
    this.#tasks.set(match, [...this.on(match), { number, title, action, rewritten }]);
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
  return [
    ...(isChanged ? (["changed"] as const) : []),
    ...(isUncovered ? (["uncovered"] as const) : []),
    ...(fate === "kept" ? [] : (["optional"] as const)),
    ...(old.id === now.id ? [] : (["renumbered"] as const)),
  ];
}

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
