import { parseTaskNumber } from "./document/task-queries.ts";
import type { TaskList } from "./document/task-list.ts";
import { suggestNumber } from "./pick-task.ts";
import { inputRefusal, ruleRefusal } from "./refusal.ts";

/**
 * The task numbers of `--depends 1.1,1.2` (or `None`), each once, in the order given.
 * @throws Refusal where one is no number, or names no task of the list.
 */
export function parseDepends(list: TaskList, values: readonly string[]): readonly string[] {
  const words = values.flatMap((value) => value.split(",")).map((word) => word.trim());
  return [...new Set(words.filter((word) => !/^(?:none)?$/i.test(word)).map((word) => toNumber(list, word)))];
}

function toNumber(list: TaskList, word: string): string {
  const number = parseTaskNumber(word);
  if (number === null) throw inputRefusal("not-a-number", `--depends: "${word}" is no task number: write it like 1.2.`);
  if (list.tasks.some((task) => task.number === number)) return number;
  throw inputRefusal("unknown-dependency", `--depends: there is no Task ${number}.${suggestNumber(list, number)}`);
}

/**
 * The rule that a task stands after the tasks it depends on, for the tasks in an order.
 * @throws Refusal that names the first dependency that would stand later.
 */
export function requireOrder(
  order: readonly string[],
  number: string,
  dependencies: readonly string[],
  before: (number: string, dependency: string) => boolean = () => false,
): void {
  const late = dependencies.find(
    (name) => order.indexOf(name) >= order.indexOf(number) && !before(number, name),
  );
  if (late === undefined) return;
  const self = late === number ? "itself" : `${late}, which would stand after it`;
  throw ruleRefusal("dependency-order", `Task ${number} cannot depend on ${self}.`);
}
