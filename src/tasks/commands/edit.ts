import type { Declaration, OptionsOf } from "../cli/options/declaration.ts";
import { parseComplexity, requireLine, requireLines } from "../cli/options/option-values.ts";
import { parseDepends, requireOrder } from "../cli/options/parse-depends.ts";
import { dryRun, fields, taskNumber, verifyField } from "../cli/options/shared.ts";
import { reportEditedTask } from "../cli/reporting/report.ts";
import { describeTask } from "../cli/terminal/describe-task.ts";
import type { Edit } from "../document/edit/revise.ts";
import type { TaskFacts } from "../document/edit/task-facts.ts";
import { writeFacts } from "../document/edit/write-facts.ts";
import { writeStatus } from "../document/edit/write-field.ts";
import type { Status, Task, TaskList } from "../document/task-list.ts";
import { completeNumbers, impliedStatus } from "../document/task-queries.ts";
import { editTask } from "../list-file/editing/edit-list.ts";
import { inputRefusal } from "../refusal.ts";
import { operation } from "./operation.ts";

const declaration = {
  name: "edit",
  summary: "replace fields of a task",
  arguments: taskNumber,
  options: {
    ...fields,
    ...verifyField,
    title: { value: "title", summary: "its title", tool: true },
    ...dryRun,
  },
  examples: ["tasks edit 2.3 --complexity High --depends 1.2,2.1"],
  tool: { summary: "Replace fields of a task.", does: "settles" },
} as const satisfies Declaration;

type EditCommandOptions = OptionsOf<typeof declaration>;

/** Replaces fields of a task, each as a whole. */
export const edit = operation(declaration, async ({ number, ...options }) => {
  const edited = await editTask(options, "edit", number, (list, task) => {
    const facts = factsFor(list, task, options);
    if (Object.keys(facts).length === 0) {
      const fields = "--title, --complexity, --depends, --file, --step or --verify";
      throw inputRefusal("nothing-to-edit", `Say what to replace: ${fields}.`);
    }
    const status = statusAfter(list, task, facts);
    return {
      edits: [...writeFacts(list, task, facts), ...statusEdits(task, status, facts)],
      facts: { ...facts, status },
    };
  });
  return reportEditedTask(options, edited, describeTask(edited.after, edited.task));
});

/** A Complete task that gets an open criterion or an unfinished dependency becomes In Progress. */
function statusAfter(list: TaskList, task: Task, { verification, dependencies }: Partial<TaskFacts>): Status {
  const { value } = task.status;
  if (value === "Complete") {
    const isOpen = verification?.some(({ checked }) => !checked) ?? false;
    const complete = completeNumbers(list);
    const waits = dependencies?.some((number) => !complete.has(number)) ?? false;
    return isOpen || waits ? "In Progress" : value;
  }
  return impliedStatus(task, verification ?? task.verification);
}

function statusEdits(task: Task, status: Status, { verification }: Partial<TaskFacts>): readonly Edit[] {
  const read = impliedStatus(task, verification ?? task.verification);
  return read === status ? [] : [writeStatus(task.number, status)];
}

function factsFor(list: TaskList, task: Task, options: EditCommandOptions): Partial<TaskFacts> {
  const { title, complexity, depends, file, step, verify } = options;
  return {
    ...(title === undefined ? {} : { title: requireLine("--title", title) }),
    ...(complexity === undefined ? {} : { complexity: parseComplexity(complexity) }),
    ...(depends === undefined ? {} : { dependencies: dependenciesFor(list, task, depends) }),
    ...(file === undefined ? {} : { files: requireLines("--file", file) }),
    ...(step === undefined ? {} : { steps: requireLines("--step", step) }),
    ...(verify === undefined ? {} : { verification: newVerification(task, verify) }),
  };
}

function dependenciesFor(list: TaskList, { number }: Task, depends: readonly string[]): readonly string[] {
  const dependencies = parseDepends(list, depends);
  requireOrder(
    list.tasks.map((task) => task.number),
    number,
    dependencies,
  );
  return dependencies;
}

/** Criteria that are ticked and keep their words stay ticked. */
function newVerification({ verification }: Task, texts: readonly string[]): TaskFacts["verification"] {
  const ticked = new Set(verification.filter(({ checked }) => checked).map(({ text }) => text));
  return requireLines("--verify", texts).map((text) => ({ text, checked: ticked.has(text) }));
}
