import type { Task } from "../../document/task-list.ts";
import type { Requirement } from "../prd/model.ts";
import { differencesOf, sayingOf } from "./requirement-words.ts";

export type Change =
  | "added"
  | "uncovered"
  | "changed"
  | "renumbered"
  | "moved"
  | "merged"
  | "split"
  | "optional"
  | "removed";

export type Action =
  | "added"
  | "updated"
  | "left"
  | "removed"
  | "blocked"
  | "unblocked"
  | "reference"
  | "carries";

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
