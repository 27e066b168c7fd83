import { isDeepStrictEqual } from "node:util";
import { inputRefusal } from "../../refusal.ts";
import type { TaskList } from "../task-list.ts";
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

/**
 * Compares the list before and after an edit, each read from its text: every task has to say what it said,
 * but for what was intended.
 * @throws Refusal where it does not; the edit is then not to be written.
 */
export function assertOnlyIntended(before: TaskList, after: TaskList, intent: Intent): void {
  const expected = before.tasks
    .filter(({ number }) => number !== intent.removed)
    .map((task) => ({ ...factsOf(task, intent.renumbering), ...intent.changed?.get(task.number) }));
  if (intent.added) expected.push(intent.added);
  const actual = inOrder(after.tasks.map((task) => factsOf(task)));
  inOrder(expected).forEach((facts, index) => assertSame(facts, actual[index]));
  const surplus = actual[expected.length];
  if (surplus) throw unsafeEdit(`it would also be read as Task ${surplus.number}`);
}

const inOrder = (facts: readonly TaskFacts[]): readonly TaskFacts[] =>
  facts.toSorted((a, b) => a.number.localeCompare(b.number, "en", { numeric: true }));

function assertSame(expected: TaskFacts, actual: TaskFacts | undefined): void {
  if (actual?.number !== expected.number) throw unsafeEdit(`Task ${expected.number} would be lost`);
  const fact = (Object.keys(expected) as (keyof TaskFacts)[]).find(
    (key) => !isDeepStrictEqual(expected[key], actual[key]),
  );
  if (fact === undefined) return;
  const [wanted, found] = [JSON.stringify(expected[fact]), JSON.stringify(actual[fact])];
  throw unsafeEdit(`the ${fact} of Task ${expected.number} would read as ${found}, not ${wanted}`);
}

const unsafeEdit = (what: string) =>
  inputRefusal("unsafe-edit", `Nothing was written, because ${what}. Edit the file by hand, or run: tasks lint`);
