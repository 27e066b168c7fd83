import type { TaskFacts } from "../document/edit/task-facts.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import { completeNumbers, findField } from "../document/task-queries.ts";
import { parseComplexity, parseRequirements, requireLine, requireLines } from "../options/option-values.ts";
import { parseDepends, requireOrder } from "../options/parse-depends.ts";
import { inputRefusal } from "../refusal.ts";
import { describeTask } from "../reporting/describe-task.ts";
import { requireNoNewCycle } from "../workflow/rules.ts";
import { editTaskAndReport } from "./edit-and-report.ts";
import type { Declaration, OptionsOf } from "./operation.ts";
import { dryRun, fields, operation, taskNumber } from "./operation.ts";

const declaration = {
  name: "edit",
  summary: "replace fields of a task",
  arguments: taskNumber,
  options: {
    ...fields,
    title: { value: "title", summary: "its title", tool: true },
    ...dryRun,
  },
  examples: ["tasks edit 2.3 --complexity High --depends 1.2,2.1"],
  tool: { summary: "Replace fields of a task.", does: "settles" },
} as const satisfies Declaration;

export const edit = operation(declaration, ({ number, ...options }) => {
  const factsFor = (list: TaskList, task: Task): Partial<TaskFacts> => {
    const facts = givenFacts(list, task, options);
    return { ...facts, ...(isReopened(list, task, facts) ? { status: "In Progress" } : {}) };
  };
  return editTaskAndReport(options, "edit", number, factsFor, ({ after, task }) => describeTask(after, task));
});

/** Whether a Complete task gets an open criterion or an unfinished dependency. */
function isReopened(
  list: TaskList,
  { status }: Task,
  { verification = [], dependencies = [] }: Partial<TaskFacts>,
): boolean {
  const complete = completeNumbers(list);
  const isOpen =
    verification.some(({ checked }) => !checked) || dependencies.some((number) => !complete.has(number));
  return status.value === "Complete" && isOpen;
}

function givenFacts(list: TaskList, task: Task, options: OptionsOf<typeof declaration>): Partial<TaskFacts> {
  const { title, complexity, depends, requirement, file, step, verify } = options;
  if ([title, complexity, depends, requirement, file, step, verify].every((value) => value === undefined)) {
    const known = "--title, --complexity, --depends, --requirement, --file, --step or --verify";
    throw inputRefusal("nothing-to-edit", `Say what to replace: ${known}.`);
  }
  return {
    ...(title === undefined ? {} : { title: requireLine("--title", title) }),
    ...(complexity === undefined ? {} : { complexity: parseComplexity(complexity) }),
    ...(depends === undefined ? {} : newDependencies(list, task, depends)),
    ...(requirement === undefined ? {} : { requirements: parseRequirements(requirement) }),
    ...(file === undefined ? {} : { files: requireLines("--file", file) }),
    ...(step === undefined ? {} : { steps: requireLines("--step", step) }),
    ...(verify === undefined ? {} : { verification: newVerification(task, verify) }),
  };
}

/** None if the field already has these words: it then stays a phase or a range. */
function newDependencies(list: TaskList, task: Task, depends: readonly string[]): Partial<TaskFacts> {
  const dependencies = parseDepends(list, depends);
  const order = list.tasks.map(({ number }) => number);
  requireOrder(order, task.number, dependencies);
  const waiting = { ...task, dependencies: { ...task.dependencies, resolved: dependencies } };
  requireNoNewCycle(
    list.tasks,
    list.tasks.map((one) => (one === task ? waiting : one)),
  );
  const isWritten = findField(task, "dependencies")?.value.text === depends.join(", ");
  return isWritten ? {} : { dependencies };
}

/** Criteria that are ticked and keep their words stay ticked. */
function newVerification({ verification }: Task, texts: readonly string[]): TaskFacts["verification"] {
  const ticked = new Set(verification.filter(({ checked }) => checked).map(({ text }) => text));
  return requireLines("--verify", texts).map((text) => ({ text, checked: ticked.has(text) }));
}
