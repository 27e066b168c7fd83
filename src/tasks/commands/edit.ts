import type { TaskFacts } from "../document/edit/task-facts.ts";
import { factsOf } from "../document/edit/task-facts.ts";
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
  summary: "replace fields of a task, add to them or take out of them",
  arguments: taskNumber,
  options: {
    ...fields,
    title: { value: "title", summary: "its title", tool: true },
    add: { summary: "add to dependencies, files, steps and so on instead of replacing them", tool: true },
    remove: { summary: "take out of them instead", tool: true },
    ...dryRun,
  },
  examples: [
    "tasks edit 2.3 --complexity High --depends 1.2,2.1",
    'tasks edit 2.3 --add --verify "a second sign-up returns 409"',
  ],
  tool: { summary: "Replace fields of a task, add to them or take out of them.", does: "settles" },
} as const satisfies Declaration;

type Options = OptionsOf<typeof declaration>;

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

function givenFacts(list: TaskList, task: Task, options: Options): Partial<TaskFacts> {
  const { title, complexity, depends, requirement, file, step, verify, add, remove } = options;
  if ([title, complexity, depends, requirement, file, step, verify].every((value) => value === undefined)) {
    const known = "--title, --complexity, --depends, --requirement, --file, --step or --verify";
    throw inputRefusal("nothing-to-edit", `Say what to edit: ${known}.`);
  }
  if (add && remove) throw inputRefusal("add-and-remove", "Give --add or --remove, not both.");
  if (remove && (title ?? complexity) !== undefined)
    throw inputRefusal("nothing-to-remove", "--remove takes out of lists, not a title or a complexity.");
  const before = factsOf(task);
  return {
    ...(title === undefined ? {} : { title: requireLine("--title", title) }),
    ...(complexity === undefined ? {} : { complexity: parseComplexity(complexity) }),
    ...(depends && newDependencies(list, task, depends, options)),
    ...(requirement && {
      requirements: revised(options, "--requirement", before.requirements, parseRequirements(requirement)),
    }),
    ...(file && { files: revisedLines(options, "--file", before.files, file) }),
    ...(step && { steps: revisedLines(options, "--step", before.steps, step) }),
    ...(verify && { verification: newVerification(before, verify, options) }),
  };
}

/**
 * The new values of a list: the given ones; with `--add` those it has and the given ones, with `--remove` those it has
 * without the given ones.
 * @throws Refusal if it lacks one that is to be removed.
 */
function revised(
  { add, remove }: Options,
  option: string,
  before: readonly string[],
  given: readonly string[],
): readonly string[] {
  if (add) return [...before, ...new Set(given).difference(new Set(before))];
  if (!remove) return given;
  const missing = given.find((one) => !before.includes(one));
  if (missing === undefined) return before.filter((one) => !given.includes(one));
  const known =
    before.length === 0 ? "It has none." : `It has ${before.map((one) => `"${one}"`).join(", ")}.`;
  throw inputRefusal("nothing-to-remove", `${option}: the task has no "${missing}". ${known}`);
}

const revisedLines = (
  options: Options,
  option: string,
  before: readonly string[],
  given: readonly string[],
): readonly string[] => revised(options, option, before, requireLines(option, given));

/** None if the field already has these words, or nothing is added to it: it then stays a phase or a range. */
function newDependencies(
  list: TaskList,
  task: Task,
  depends: readonly string[],
  options: Options,
): Partial<TaskFacts> {
  const { own } = task.dependencies;
  const given = options.remove ? leavingDependencies(list, own, depends) : parseDepends(list, depends);
  const dependencies = revised(options, "--depends", own, given);
  const order = list.tasks.map(({ number }) => number);
  requireOrder(order, task.number, options.remove ? [] : given);
  const resolved = dependencies.filter((name) => order.includes(name));
  const waiting = { ...task, dependencies: { ...task.dependencies, resolved } };
  requireNoNewCycle(
    list.tasks,
    list.tasks.map((one) => (one === task ? waiting : one)),
  );
  const isWritten = options.add
    ? dependencies.length === own.length
    : !options.remove && findField(task, "dependencies")?.value.text === depends.join(", ");
  return isWritten ? {} : { dependencies };
}

/** The dependencies to remove. Those that name no task are given in their own words. */
const leavingDependencies = (list: TaskList, own: readonly string[], depends: readonly string[]) =>
  depends
    .flatMap((text) => (own.includes(text) ? text : text.split(",").map((name) => name.trim())))
    .flatMap((name) => (own.includes(name) ? name : parseDepends(list, [name])));

/** Criteria that are ticked and keep their words stay ticked. */
function newVerification(
  { verification }: TaskFacts,
  given: readonly string[],
  options: Options,
): TaskFacts["verification"] {
  const before = verification.map(({ text }) => text);
  const ticked = new Set(verification.filter(({ checked }) => checked).map(({ text }) => text));
  return revisedLines(options, "--verify", before, given).map((text) => ({
    text,
    checked: ticked.has(text),
  }));
}
