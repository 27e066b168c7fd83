import { isDeepStrictEqual } from "node:util";
import { inputRefusal } from "../../refusal.ts";
import type { Task, TaskList, WrittenDependencies } from "../task-list.ts";
import { byNumber, phaseOf } from "../task-number.ts";
import type { Renumbering } from "./rewrite-numbers.ts";
import type { TaskFacts } from "./task-facts.ts";
import { factsOf } from "./task-facts.ts";

/** What an edit is to change, and so all that it may change. */
export interface Intent {
  /** The facts that tasks are to have afterwards, by their number before the edit. */
  readonly changed?: ReadonlyMap<string, Partial<TaskFacts>>;
  /** The facts of a task that was not there before. */
  readonly added?: TaskFacts;
  readonly removed?: string;
  readonly renumbering?: Renumbering;
}

interface Expectation {
  readonly facts: TaskFacts;
  /** Those of the facts that the edit is there to write. */
  readonly written: readonly (keyof TaskFacts)[];
  /** Whether it names a range or a phase, which follow what is in them. */
  readonly elastic: boolean;
}

/**
 * Compares the list before and after an edit, each read from its text: every task has to say what it said,
 * but for what was intended.
 * @throws Refusal where it does not; the edit is then not to be written.
 */
export function assertOnlyIntended(before: TaskList, after: TaskList, intent: Intent): void {
  const expectations = inOrder(expectationsOf(before, intent), ({ facts }) => facts.number);
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

function expectationsOf({ tasks, phases }: TaskList, intent: Intent): readonly Expectation[] {
  const isStructural =
    intent.added !== undefined || intent.removed !== undefined || intent.renumbering !== undefined;
  const changesPhase = ({ number, phase }: Task): boolean =>
    phaseOf(intent.renumbering?.get(number) ?? number) !== phase;
  const sharesGroups = ({ phaseIndex }: Task): boolean => {
    const shared = phases[phaseIndex ?? -1]?.dependencies;
    return shared ? namesGroups(shared) : false;
  };
  const kept = tasks
    .filter(({ number }) => number !== intent.removed)
    .map((task) => {
      const changed = intent.changed?.get(task.number) ?? {};
      return {
        facts: {
          ...factsOf(task, intent.renumbering),
          ...changed,
          ...(changesPhase(task) ? { shared: null } : {}),
        },
        written: keysOf(changed),
        elastic: isStructural && (namesGroups(task.dependencies) || sharesGroups(task)),
      };
    });
  if (!intent.added) return kept;
  return [...kept, { facts: intent.added, written: keysOf(intent.added), elastic: false }];
}

const keysOf = (facts: Partial<TaskFacts>) => Object.keys(facts) as (keyof TaskFacts)[];

const namesGroups = ({ references }: WrittenDependencies): boolean =>
  references.some(({ kind }) => kind !== "task");

const inOrder = <T>(items: readonly T[], numberOf: (item: T) => string): readonly T[] =>
  items.toSorted((a, b) => byNumber(numberOf(a), numberOf(b)));

function assertSame({ facts: expected, written, elastic }: Expectation, actual?: TaskFacts): void {
  if (actual?.number !== expected.number) throw unsafeEdit(`Task ${expected.number} would be lost`);
  const fact = keysOf(expected).find((key) =>
    key === "dependencies" || key === "shared"
      ? !elastic && !sameNames(expected[key] ?? actual[key], actual[key])
      : !isDeepStrictEqual(expected[key], actual[key]),
  );
  if (fact === undefined) return;
  const [wanted, found] = [JSON.stringify(expected[fact]), JSON.stringify(actual[fact])];
  const what = `the ${inWords(fact)} of Task ${expected.number} would read as ${found}, not ${wanted}`;
  throw unsafeEdit(what, written.includes(fact) ? "Say it in other words." : undefined);
}

const sameNames = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  isDeepStrictEqual(a?.toSorted(), b?.toSorted());

/** `blockedReason` as people say it. */
const inWords = (fact: keyof TaskFacts): string =>
  fact === "shared"
    ? "dependencies of the phase"
    : fact.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const unsafeEdit = (what: string, remedy = "Edit the file by hand, or run: tasks lint") =>
  inputRefusal("unsafe-edit", `Nothing was written, because ${what}. ${remedy}`);
