import { plural } from "../../cli/terminal/words.ts";
import type { Task } from "../../document/task-list.ts";
import type { Requirement } from "../prd/model.ts";
import { differencesOf } from "./consequent-drafts.ts";
import type { Matching, Pair } from "./match-requirements.ts";
import { sayingOf } from "./match-requirements.ts";

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
  /** The lines that were removed (`gone`) and added (`come`), its text included. */
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

interface OpenDecision extends Decision {
  readonly changes: Change[];
  readonly tasks: TaskDecision[];
}

/** Collects the decisions of an update. */
export class Ledger {
  readonly #decisions = new Map<Requirement, OpenDecision>();

  constructor({ pairs, added, removed, mergedInto, splitFrom }: Matching) {
    for (const pair of pairs) this.#open(pair, changesOf(pair));
    for (const now of added.filter(({ optional }) => optional === null)) {
      const whole = splitFrom.get(now);
      this.#open({ now }, [whole ? "split" : "added"], whole);
    }
    for (const old of removed) {
      const whole = mergedInto.get(old);
      this.#open({ old }, [whole ? "merged" : "removed"], whole);
    }
  }

  #open(
    { old, now }: { readonly old?: Requirement; readonly now?: Requirement },
    changes: Change[],
    other?: Requirement,
  ): void {
    const decision = {
      id: now?.id ?? null,
      was: old?.id ?? null,
      changes,
      oldText: old ? sayingOf(old) : null,
      newText: now ? sayingOf(now) : null,
      ...(old && now ? differencesOf(old, now) : { gone: [], come: [] }),
      other: other?.id ?? null,
      tasks: [],
    };
    // Both versions of a requirement share one decision.
    for (const version of [old, now]) if (version) this.#decisions.set(version, decision);
  }

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

  /** Those that have a change. */
  get decisions(): readonly Decision[] {
    return [...new Set(this.#decisions.values())].filter(({ changes }) => changes.length > 0);
  }
}

const changesOf = ({ old, now, isChanged }: Pair): Change[] => [
  ...(isChanged ? ["changed" as const] : []),
  ...(old.optional === null && now.optional !== null ? ["optional" as const] : []),
  ...(old.id === now.id ? [] : ["renumbered" as const]),
];

/** What an update did, as text: each changed requirement and its tasks. */
export function describeUpdate(decisions: readonly Decision[]): readonly string[] {
  const [renumbered, others] = [true, false].map((isSo) =>
    decisions.filter(({ changes }) => (changes.join() === "renumbered") === isSo),
  );
  const ids = renumbered?.map(({ was, id }) => `${was} → ${id}`) ?? [];
  return [
    ...(others ?? []).flatMap(describeDecision),
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
