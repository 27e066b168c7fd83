import { isDeepStrictEqual } from "node:util";
import type { SharedDependencies, Task, TaskList, WrittenDependencies } from "../task-list.ts";
import type { Renumbering } from "../task-number.ts";
import { byNumber, phaseOf, renumbered } from "../task-number.ts";
import { impliedStatus, isOneTask } from "../task-queries.ts";
import { followPhaseRanges, noteChanges } from "./follow-tasks.ts";
import { rewriteHeadings } from "./renumber.ts";
import type { Edit } from "./revise.ts";
import { lostTask, unsafeEdit } from "./revise.ts";
import type { Inheritance } from "./rewrite-dependencies.ts";
import { followTasks, inheritanceOf, namesWithout } from "./rewrite-dependencies.ts";
import type { TaskFacts } from "./task-facts.ts";
import { factsOf, factsOfDraft } from "./task-facts.ts";
import type { Addition, Place } from "./task-text.ts";
import { insertDrafts, moveTaskText, removeTaskTexts } from "./task-text.ts";
import { writeFacts } from "./write-facts.ts";

/** An intended change of a list. Both the text edits and the check of the result are derived from it. */
export interface Change {
  /** The new facts of tasks, by their numbers before the change. */
  readonly facts?: ReadonlyMap<string, Partial<TaskFacts>>;
  /** Their places use the numbers before the change. */
  readonly added?: readonly Addition[];
  /** Tasks of the list. Their dependents inherit their dependencies. */
  readonly removed?: readonly Task[];
  readonly moved?: { readonly number: string; readonly place: Place };
  readonly renumbering?: Renumbering;
  /** The lines that `## Changes` gets. */
  readonly notes?: readonly string[];
  /** Edits that change no fact, or that write one of `facts` in a special way. They are applied first. */
  readonly edits?: readonly Edit[];
}

/** Removes tasks, each with a line under `## Changes` that gives the reason, if there is one. */
export const removal = (reasons: ReadonlyMap<Task, string | undefined>): Change => ({
  removed: [...reasons.keys()],
  notes: [...reasons].map(
    ([{ number, title }, reason]) =>
      `removed Task ${number} "${title}"${reason === undefined ? "" : ` - ${reason}`}`,
  ),
});

/** The edits that make a change, in order. */
export function editsOf(change: Change): readonly Edit[] {
  const { facts = new Map(), added = [], removed = [], moved, renumbering = new Map(), notes = [] } = change;
  const touched = [...added, ...removed, ...(moved ? [moved] : [])].map(({ number }) => number);
  return [
    ...(change.edits ?? []),
    ...writeFacts(facts),
    followTasks(removed, renumbering),
    removeTaskTexts(new Set(removed.map(({ number }) => number))),
    ...(moved ? [moveTaskText(moved.number, moved.place)] : []),
    rewriteHeadings(renumbering),
    insertDrafts(added.map((one) => ({ ...one, place: placeAfter(one.place, renumbering) }))),
    followPhaseRanges([...touched, ...[...renumbering].flat()].map(phaseOf)),
    noteChanges(notes),
  ];
}

const placeAfter = (place: Place, renumbering: Renumbering): Place =>
  place.kind === "last" ? place : { ...place, number: renumbered(place.number, renumbering) };

interface Expectation {
  readonly facts: TaskFacts;
  /** The facts that the edit is meant to write. */
  readonly written: readonly (keyof TaskFacts)[];
  /** Whether it names a range or a phase, whose tasks can change; its words that name no task can not. */
  readonly elastic: boolean;
  /** The phases without a task that it names: they can get one. */
  readonly empty: readonly string[];
}

/**
 * Compares the lists read before and after a change: apart from the intended change, every task must have the same
 * facts.
 * @throws Refusal if any other fact differs; the edit must then not be written.
 */
export function assertOnlyIntended(before: TaskList, after: TaskList, change: Change): void {
  const expectations = inOrder(expectationsOf(before, change), ({ facts }) => facts.number);
  const actual = inOrder(
    after.tasks.map((task) => factsOf(task)),
    ({ number }) => number,
  );
  expectations.forEach((expectation, index) => {
    assertSame(expectation, actual[index]);
  });
  const surplus = actual[expectations.length];
  if (surplus) throw unsafeEdit(`it would also be read as Task ${surplus.number}`);
}

function expectationsOf(list: TaskList, change: Change): readonly Expectation[] {
  const { added = [], removed = [], renumbering } = change;
  const isStructural = (change.added ?? change.removed ?? renumbering) !== undefined;
  const inheritance = inheritanceOf(removed);
  const kept = list.tasks
    .filter(({ number }) => !inheritance.has(number))
    .map((task) => {
      const written = change.facts?.get(task.number) ?? {};
      const groups = list.sharedDependencies.filter(({ tasks }) => tasks.includes(task.number));
      const waiting = [task.dependencies, ...groups];
      return {
        facts: {
          ...expectedFacts(task, inheritance, groups, change),
          ...following(task, written),
          ...written,
        },
        written: keysOf(written),
        elastic: isStructural && waiting.some(namesGroups),
        empty: waiting.flatMap(emptyPhases),
      };
    });
  const fresh = added.map(({ number, draft }) => factsOfDraft(number, draft));
  return [...kept, ...fresh.map((facts) => ({ facts, written: keysOf(facts), elastic: false, empty: [] }))];
}

/** The facts of a task after the removal of others and a renumbering. */
function expectedFacts(
  task: Task,
  inheritance: Inheritance,
  groups: readonly SharedDependencies[],
  { moved, renumbering }: Change,
): TaskFacts {
  const facts = factsOf(task, renumbering);
  const isSibling = (name: string): boolean => groups.some(({ tasks }) => tasks.includes(name));
  return {
    ...facts,
    dependencies: namesWithout(facts.dependencies, inheritance, (name) => name === task.number),
    shared: moved?.number === task.number ? null : namesWithout(facts.shared ?? [], inheritance, isSibling),
  };
}

/** The facts that change because others are written. */
const following = (task: Task, { status, verification }: Partial<TaskFacts>): Partial<TaskFacts> => ({
  ...(verification ? { status: impliedStatus(task, verification) } : {}),
  ...(status === undefined ? {} : { blockedReason: null }),
});

const keysOf = (facts: Partial<TaskFacts>) => Object.keys(facts) as (keyof TaskFacts)[];

/** Whether it names tasks by anything but single numbers. */
const namesGroups = ({ parts }: WrittenDependencies): boolean =>
  parts.some((part) => (part.kind === "words" ? part.unknown.length === 0 : !isOneTask(part)));

/** The phases without a task that it names, as written. */
const emptyPhases = ({ parts }: WrittenDependencies): readonly string[] =>
  parts
    .filter(({ kind }) => kind === "phases" || kind === "all")
    .flatMap(({ unknown }) => unknown.map(({ text }) => text));

const inOrder = <T>(items: readonly T[], numberOf: (item: T) => string): readonly T[] =>
  items.toSorted((a, b) => byNumber(numberOf(a), numberOf(b)));

function assertSame({ facts: expected, written, elastic, empty }: Expectation, actual?: TaskFacts): void {
  if (actual?.number !== expected.number) throw lostTask(expected.number);
  const fact = keysOf(actual).find((key) =>
    key === "dependencies" || key === "shared"
      ? !sameNames(expected[key] ?? actual[key], actual[key], elastic, empty)
      : !isDeepStrictEqual(expected[key], actual[key]),
  );
  if (fact === undefined) return;
  const [wanted, found] = [expected[fact], actual[fact]].map((value) =>
    value === null ? "none" : JSON.stringify(value),
  );
  const what = `the ${inWords(fact)} of Task ${expected.number} would read as ${found}, not ${wanted}`;
  throw unsafeEdit(what, written.includes(fact) ? "Say it in other words." : undefined);
}

/** Whether the names are the same; of elastic ones, those that name neither a task nor an empty phase. */
function sameNames(
  a: readonly string[] | null,
  b: readonly string[] | null,
  elastic: boolean,
  empty: readonly string[],
): boolean {
  const compared = (names: readonly string[] | null) =>
    names?.filter((name) => !elastic || !(/^\d+\.\d+$/.test(name) || empty.includes(name))).toSorted();
  return isDeepStrictEqual(compared(a), compared(b));
}

/** The name of a fact in words, such as `blocked reason`. */
const inWords = (fact: keyof TaskFacts): string =>
  fact === "shared"
    ? "dependencies of the phase or group"
    : fact.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
