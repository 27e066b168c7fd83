import type { Task } from "../../document/task-list.ts";
import type { Requirement } from "../prd/model.ts";
import { differencesOf, sayingOf } from "./requirement-words.ts";

/** What became of a requirement, in words after its id. */
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

/** What is done with a task, in words after its title. */
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

/** What is done with one task for a requirement. */
export interface TaskDecision {
  readonly number: string;
  readonly title: string;
  readonly action: Action;
  /** Lines that somebody rewrote, which are left. */
  readonly rewritten: readonly string[];
}

/** What became of a requirement, and what that means for the list. */
export interface Decision {
  /** Null where the new version does not have it. */
  readonly id: string | null;
  /** Null where the old version did not have it. */
  readonly was: string | null;
  readonly changes: readonly Change[];
  readonly oldText: string | null;
  readonly newText: string | null;
  /** Points below it that are gone, and those that are new. */
  readonly gone: readonly string[];
  readonly come: readonly string[];
  /** The requirement that it became part of, or was part of. */
  readonly other: string | null;
  readonly tasks: readonly TaskDecision[];
}

interface OpenDecision extends Decision {
  readonly changes: Change[];
  readonly tasks: TaskDecision[];
}

/** The decisions of an update, as they are made. */
export class Ledger {
  readonly #decisions = new Map<Requirement, OpenDecision>();

  /** @param other - the requirement that it became part of, or was part of */
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
    // What is noted for either version is one decision.
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

  /** In the order in which they were opened, those without any change left out. */
  get decisions(): readonly Decision[] {
    return [...new Set(this.#decisions.values())].filter(({ changes }) => changes.length > 0);
  }
}
