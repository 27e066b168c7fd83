import type { Diagnostic, RuleName } from "../../document/diagnostic.ts";
import { applyTextEdits } from "../../document/edit/revise.ts";
import type { TaskFacts } from "../../document/edit/task-facts.ts";
import { factsOf } from "../../document/edit/task-facts.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { lintList } from "../../lint/lint-list.ts";
import type { OpenedPrd } from "../open-prd.ts";
import type { AssistedOptions } from "./ask-assistant.ts";
import { askAssistant } from "./ask-assistant.ts";

/** A task written by an assistant. */
export interface WrittenTask {
  /** The Markdown of the task, with the line endings and the heading level of the list. */
  readonly text: string;
  readonly facts: TaskFacts;
}

export interface WrittenTasks {
  /** Keyed by task number. */
  readonly tasks: ReadonlyMap<string, WrittenTask>;
  readonly notes: readonly string[];
}

/**
 * Lets an assistant write tasks that are only drafted. Findings of lint in them go back to it.
 * @param list - the list with the drafted tasks
 * @throws Refusal if the assistant's program fails or its last answer can't be used.
 */
export async function tasksByAssistant(
  opened: OpenedPrd,
  list: TaskList,
  numbers: readonly string[],
  options: AssistedOptions,
): Promise<WrittenTasks> {
  const { text, warnings, note } = await askAssistant(
    opened,
    options,
    (answer, ofPrd) => {
      const whole = withTasks(list, answer, numbers);
      const answered = tasksIn(answer, numbers);
      return [
        ...missing(answered, numbers),
        ...answered.flatMap(begun),
        ...lintList(whole, ofPrd).flatMap((found) => inAnswer(found, whole, answered)),
      ];
    },
    assignment(list, numbers),
  );
  const { source, tasks } = withTasks(list, text, numbers);
  const written = tasks.filter(({ number }) => numbers.includes(number));
  return {
    tasks: new Map(
      written.map((task) => [
        task.number,
        { text: source.slice(task.span.start, task.span.end), facts: factsOf(task) },
      ]),
    ),
    notes: [note, ...warnings.map(({ rule, message }) => `${rule}: ${message}`)],
  };
}

const assignment = ({ source }: TaskList, numbers: readonly string[]): string => `
## What to write

The PRD has changed since its list was made, and the list below follows it by now. New in it and only drafted: ${numbers.join(", ")}. Write these tasks again by the rules above, and no other one. Keep their numbers and their Requirements. Their dependencies may name any task that comes before them in the list.

Answer with the line \`# Task List: New tasks\` and these tasks in the form above, and nothing else.

## The list

${source}`;

function tasksIn(text: string, numbers: readonly string[]): readonly Task[] {
  const { tasks } = readTaskList(text);
  return numbers.flatMap((wanted) => tasks.find(({ number }) => number === wanted) ?? []);
}

/** The list with its drafted tasks replaced by those of an answer. */
function withTasks(
  { source, tasks, lineEnding }: TaskList,
  text: string,
  numbers: readonly string[],
): TaskList {
  const edits = tasksIn(text, numbers).flatMap((task) => {
    const own = tasks.find(({ number }) => number === task.number);
    if (own === undefined) return [];
    const { start, end } = own.span;
    const written = text.slice(task.span.start, task.span.end).replace(/^#+/, "#".repeat(own.depth));
    return [{ offset: start, length: end - start, text: written.replaceAll(/\r\n?|\n/g, lineEnding) }];
  });
  return readTaskList(applyTextEdits(source, edits));
}

const missing = (answered: readonly Task[], numbers: readonly string[]): readonly Diagnostic[] =>
  numbers
    .filter((wanted) => !answered.some(({ number }) => number === wanted))
    .map((number) => finding("uncovered-requirement", `Task ${number} is missing.`));

/** A finding for a new task that has a status, an owner or ticked boxes. */
function begun({ number, status, owner, verification }: Task): readonly Diagnostic[] {
  const isNew =
    status.value === "Not Started" && owner === null && verification.every(({ checked }) => !checked);
  return isNew
    ? []
    : [finding("unknown-status", `Task ${number} must be Not Started, without owner and ticks.`)];
}

const finding = (rule: RuleName, message: string): Diagnostic => ({
  rule,
  severity: "error",
  message,
  offset: 0,
  line: 1,
  column: 1,
});

/** Keeps findings about tasks of the answer and uncovered requirements; others are not the assistant's to fix. */
function inAnswer(found: Diagnostic, list: TaskList, answered: readonly Task[]): readonly Diagnostic[] {
  if (found.rule === "uncovered-requirement") return [found];
  const task = list.tasks.findLast(({ span }) => span.start <= found.offset);
  const own = answered.find(({ number }) => number === task?.number);
  return task && own ? [{ ...found, line: own.line }] : [];
}
