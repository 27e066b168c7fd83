import { readDependencies } from "../document/read-dependencies.ts";
import type { DependencyPart, TaskList } from "../document/task-list.ts";
import { isBetween, isWithinPhases, parseTaskNumber } from "../document/task-number.ts";
import { suggestNumber } from "../list-file/open-list.ts";
import { inputRefusal, ruleRefusal } from "../refusal.ts";

/**
 * The distinct task numbers in `--depends`: `1.1,1.2`, `1.1-1.3`, `Phase 1` or `None`.
 * @throws Refusal if a value is empty (more likely an unset variable than None), or if a part is not a reference or
 * matches no task in the list.
 */
export function parseDepends(list: TaskList, values: readonly string[]): readonly string[] {
  if (values.some((value) => value.trim() === "")) {
    throw inputRefusal("empty-text", "--depends must not be empty: None says that nothing comes before it.");
  }
  const text = values
    .join(", ")
    .replaceAll("#", "")
    .replace(/\btask-/gi, "");
  const parts = readDependencies({ text, start: 0, end: text.length });
  return [...new Set(parts.flatMap((part) => numbersOf(list, part)))];
}

function numbersOf(list: TaskList, part: DependencyPart): readonly string[] {
  if (part.kind === "phases") {
    const inside = list.tasks.filter(({ phase }) => isWithinPhases(phase, part));
    if (inside.length > 0) return inside.map(({ number }) => number);
    throw inputRefusal("unknown-dependency", `--depends: there is no task in a Phase ${part.first}.`);
  }
  if (part.kind !== "tasks")
    throw inputRefusal("not-a-number", `--depends: "${part.text}" is not a task number: write it like 1.2.`);
  const [first, last] = [existing(list, part.first.text), existing(list, part.last.text)];
  return list.tasks.map(({ number }) => number).filter((number) => isBetween(first, number, last));
}

function existing(list: TaskList, text: string): string {
  const number = parseTaskNumber(text) ?? text;
  if (list.tasks.some((task) => task.number === number)) return number;
  throw inputRefusal(
    "unknown-dependency",
    `--depends: Task ${number} does not exist.${suggestNumber(list, number)}`,
  );
}

/**
 * The rule that a task comes after its dependencies; a task without a number yet is "new".
 * @throws Refusal that names the dependency that would come later.
 */
export function requireOrder(
  order: readonly string[],
  number: string,
  dependencies: readonly string[],
): void {
  const late = dependencies.find((name) => order.indexOf(name) >= order.indexOf(number));
  if (late === undefined) return;
  const what = late === number ? "itself" : `${late}, which comes after it`;
  const task = number === "new" ? "A task in that place" : `Task ${number}`;
  throw ruleRefusal("dependency-order", `${task} cannot depend on ${what}.`);
}
