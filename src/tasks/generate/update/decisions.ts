import type { Task } from "../../document/task-list.ts";
import type { Requirement } from "../prd/model.ts";
import { differencesOf, sayingOf } from "./requirement-words.ts";

/** What happened to a requirement, as text after its id. */
export const changeWords = {
  added: () => "added",
  uncovered: () => "had no task",
  changed: () => "changed",
  renumbered: ({ was }) => `was ${was}`,
  moved: () => "is in another area (its tasks stay where they are)",
  merged: ({ other }) => `became part of ${other}`,
  split: ({ other }) => `was part of ${other}`,
  optional: () => "is not required any more",
  removed: () => "was removed",
} as const satisfies Record<string, (decision: Decision) => string>;

export type Change = keyof typeof changeWords;

/** What the update does with a task, as text after its title. */
export const actionWords = {
  added: "added",
  updated: "lines replaced",
  left: "left as it is",
  removed: "removed",
  blocked: "blocked",
  unblocked: "unblocked",
  reference: "its Requirements follow",
  carries: "carries it already",
} as const;

export type Action = keyof typeof actionWords;

/** What the update does with one task because of a requirement. */
export interface TaskDecision {
  readonly number: string;
  readonly title: string;
  readonly action: Action;
  /** Lines that were edited by hand, which the update keeps. */
  readonly rewritten: readonly string[];
}

/** What happened to a requirement, and the consequences for the list. */
export interface Decision {
  /** Null if the new version does not have it. */
  readonly id: string | null;
  /** Null if the old version did not have it. */
  readonly was: string | null;
  readonly changes: readonly Change[];
  readonly oldText: string | null;
  readonly newText: string | null;
  /** The points below it that were removed (`gone`) and added (`come`). */
  readonly gone: readonly string[];
  readonly come: readonly string[];
  /** The id of the requirement that it was merged into or split from. */
  readonly other: string | null;
  readonly tasks: readonly TaskDecision[];
}

interface OpenDecision extends Decision {
  readonly changes: Change[];
  readonly tasks: TaskDecision[];
}

/** Collects the decisions of an update. */
export class Ledger {
  readonly #decisions = new Map<Requirement, OpenDecision>();

  /** @param other - the requirement that it was merged into or split from */
  open(
    { old, now }: { readonly old?: Requirement; readonly now?: Requirement },
    changes: readonly Change[],
    other?: Requirement,
  ): void {
    const decision = {
      id: now?.id ?? null,
      was: old?.id ?? null,
      changes: [...changes],
      oldText: old ? sayingOf(old) : null,
      newText: now ? sayingOf(now) : null,
      ...(old && now ? differencesOf(old, now) : { gone: [], come: [] }),
      other: other?.id ?? null,
      tasks: [],
    };
    // Both versions of a requirement share one decision.
    for (const version of [old, now]) if (version) this.#decisions.set(version, decision);
  }

  /** Adds a change to the decision on a requirement. */
  add(requirement: Requirement, change: Change): void {
    this.#decisions.get(requirement)?.changes.push(change);
  }

  note(
    requirement: Requirement,
    action: Action,
    { number, title }: Pick<Task, "number" | "title">,
    rewritten: readonly string[] = [],
  ): void {
    this.#decisions.get(requirement)?.tasks.push({ number, title, action, rewritten });
  }

  /** In the order in which they were opened, without those that have no change. */
  get decisions(): readonly Decision[] {
    return [...new Set(this.#decisions.values())].filter(({ changes }) => changes.length > 0);
  }
}
