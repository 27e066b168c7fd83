import type { Task } from "../../document/task-list.ts";
import type { Requirement } from "../prd/model.ts";
import { differencesOf } from "./match-requirements.ts";
import { sayingOf } from "./requirement-words.ts";

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
  changes: readonly Change[];
  other: string | null;
  tasks: readonly TaskDecision[];
}

/** The decisions of an update, as they are made. */
export class Ledger {
  readonly #decisions = new Map<Requirement, OpenDecision>();

  /** Opens the decision on a requirement, in one version or both. */
  open(old: Requirement | null, now: Requirement | null, changes: readonly Change[]): void {
    const key = now ?? old;
    if (key === null) return;
    const known = this.#decisions.get(key);
    if (known !== undefined) known.changes = [...new Set([...known.changes, ...changes])];
    else
      this.#decisions.set(key, {
        id: now?.id ?? null,
        was: old?.id ?? null,
        changes,
        oldText: old && sayingOf(old),
        newText: now && sayingOf(now),
        ...(old && now ? differencesOf({ old, now }) : { gone: [], come: [] }),
        other: null,
        tasks: [],
      });
  }

  relate(requirement: Requirement, other: Requirement): void {
    const decision = this.#decisions.get(requirement);
    if (decision) decision.other = other.id;
  }

  note(
    requirement: Requirement,
    action: Action,
    { number, title }: Pick<Task, "number" | "title">,
    rewritten: readonly string[] = [],
  ): void {
    const decision = this.#decisions.get(requirement);
    if (decision) decision.tasks = [...decision.tasks, { number, title, action, rewritten }];
  }

  /** In the order in which they were opened, those without any change left out. */
  get decisions(): readonly Decision[] {
    return [...this.#decisions.values()].filter(({ changes }) => changes.length > 0);
  }
}
