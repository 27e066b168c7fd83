import { isDeepStrictEqual } from "node:util";
import { inputRefusal } from "../../refusal.ts";
import type { Task, TaskList, WrittenDependencies } from "../task-list.ts";
import { byNumber, phaseOf } from "../task-number.ts";
import { impliedStatus } from "../task-queries.ts";
import type { Change } from "./change.ts";
import { namesWithout } from "./inherit-dependencies.ts";
import type { TaskFacts } from "./task-facts.ts";
import { factsOf, factsOfDraft } from "./task-facts.ts";

interface Expectation {
  readonly facts: TaskFacts;
  /** The facts that the edit is meant to write. */
  readonly written: readonly (keyof TaskFacts)[];
  /** Whether it names a range or a phase, whose tasks can change. */
  readonly elastic: boolean;
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
  const { added, removed, renumbering } = change;
  const isStructural = added !== undefined || removed !== undefined || renumbering !== undefined;
  const kept = list.tasks
    .filter(({ number }) => number !== removed?.number)
    .map((task) => {
      const written = change.facts?.get(task.number) ?? {};
      const { dependencies: shared } = list.phases[task.phaseIndex ?? -1] ?? {};
      return {
        facts: { ...factsOf(task, renumbering), ...following(list, task, change), ...written },
        written: keysOf(written),
        elastic: isStructural && (namesGroups(task.dependencies) || (shared ? namesGroups(shared) : false)),
      };
    });
  const fresh = (added ?? []).map(({ number, draft }) => factsOfDraft(number, draft));
  return [...kept, ...fresh.map((facts) => ({ facts, written: keysOf(facts), elastic: false }))];
}

/** The facts that change because other facts change. */
function following(list: TaskList, task: Task, change: Change): Partial<TaskFacts> {
  const { status, verification } = change.facts?.get(task.number) ?? {};
  const { removed, renumbering } = change;
  const { own, shared } = task.dependencies;
  const isLeaving = phaseOf(renumbering?.get(task.number) ?? task.number) !== task.phase;
  return {
    ...(verification ? { status: impliedStatus(task, verification) } : {}),
    ...(status === undefined ? {} : { blockedReason: null }),
    ...(removed
      ? {
          dependencies: namesWithout(own, removed, [task.number]),
          shared: namesWithout(shared, removed, list.phases[task.phaseIndex ?? -1]?.tasks ?? []),
        }
      : {}),
    ...(isLeaving ? { shared: null } : {}),
  };
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

/** The name of a fact in words, such as `blocked reason`. */
const inWords = (fact: keyof TaskFacts): string =>
  fact === "shared"
    ? "dependencies of the phase"
    : fact.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const unsafeEdit = (what: string, remedy = "Edit the file by hand, or run: tasks lint") =>
  inputRefusal("unsafe-edit", `Nothing was written, because ${what}. ${remedy}`);
