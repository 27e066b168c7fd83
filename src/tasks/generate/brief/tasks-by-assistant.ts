import type { Diagnostic } from "../../document/diagnostic.ts";
import { diagnosticOf } from "../../document/diagnostic.ts";
import { applyTextEdits, replaceSpan } from "../../document/edit/revise.ts";
import { readTaskList } from "../../document/read-task-list.ts";
import type { Task, TaskList } from "../../document/task-list.ts";
import { lintList } from "../../lint/lint-list.ts";
import type { Rule } from "../../lint/rule.ts";
import type { OpenedPrd } from "../open-prd.ts";
import type { AssistedOptions } from "./ask-assistant.ts";
import { askAssistant, begunIn } from "./ask-assistant.ts";

export interface WrittenTasks {
  /** The list with the tasks, which have its line endings and heading level. */
  readonly list: TaskList;
  readonly tasks: readonly Task[];
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
    (answer, ofPrd) => findingsIn(list, answer, numbers, ofPrd),
    assignment(list, numbers),
  );
  const written = withTasks(list, text, numbers);
  return {
    list: written,
    tasks: written.tasks.filter(({ number }) => numbers.includes(number)),
    notes: [note, ...warnings.map(({ rule, message }) => `${rule}: ${message}`)],
  };
}

const assignment = ({ source }: TaskList, numbers: readonly string[]): string => `
## What to write

The PRD has changed since its list was made, and the list below follows it by now. New in it and only drafted: ${numbers.join(", ")}. Write these tasks again by the rules above, and no other one. Keep their numbers and their Requirements. Their dependencies may name any task that comes before them in the list.

Answer with the line \`# Task List: New tasks\` and these tasks in the form above, and nothing else.

## The list

${source}`;

/** The list with its drafted tasks replaced by those of an answer. */
function withTasks({ source, tasks, lineEnding }: TaskList, text: string, numbers: readonly string[]) {
  const drafted = tasks.filter(({ number }) => numbers.includes(number));
  const answered = readTaskList(text).tasks;
  const edits = drafted.flatMap(({ number, span, depth }) => {
    const task = answered.find((one) => one.number === number);
    if (task === undefined) return [];
    const written = text.slice(task.span.start, task.span.end).replace(/^#+/, "#".repeat(depth));
    return [replaceSpan(span, written.replaceAll(/\r\n?|\n/g, lineEnding))];
  });
  return readTaskList(applyTextEdits(source, edits));
}

/** The findings in the tasks of an answer. The assistant can't fix other findings in the list. */
function findingsIn(
  list: TaskList,
  answer: string,
  numbers: readonly string[],
  ofPrd: readonly Rule[],
): readonly Diagnostic[] {
  const whole = withTasks(list, answer, numbers);
  const answered = readTaskList(answer).tasks.filter(({ number }) => numbers.includes(number));
  const missing = numbers.filter((wanted) => !answered.some(({ number }) => number === wanted));
  const found = lintList(whole, ofPrd).flatMap((one) => {
    if (one.rule === "uncovered-requirement") return [one];
    const task = whole.tasks.findLast(({ span }) => span.start <= one.offset);
    const own = answered.find(({ number }) => number === task?.number);
    return own ? [{ ...one, line: own.line }] : [];
  });
  return [
    ...missing.map((number) =>
      diagnosticOf("uncovered-requirement", `Task ${number} is missing.`, { offset: 0, line: 1, column: 1 }),
    ),
    ...begunIn(answered),
    ...found,
  ];
}
