import type { Edit } from "../document/edit/revise.ts";
import type { TaskFacts } from "../document/edit/task-facts.ts";
import { writeItems, writeLine } from "../document/edit/write-field.ts";
import { writeStatus } from "../document/edit/write-status.ts";
import { writeTitle } from "../document/edit/write-title.ts";
import { impliedStatus } from "../document/implied-status.ts";
import { renderDependencies, renderFiles } from "../document/render-task.ts";
import type { Status, Task, TaskList } from "../document/task-list.ts";
import { completeNumbers } from "../document/task-queries.ts";
import type { EditOptions } from "../editing/edit-list.ts";
import { editTask } from "../editing/edit-task.ts";
import type { FieldOptions } from "../options/field-options.ts";
import { parseComplexity, requireLines } from "../options/field-options.ts";
import { parseDepends, requireOrder } from "../options/parse-depends.ts";
import { requireLine } from "../options/require-line.ts";
import { inputRefusal } from "../refusal.ts";
import type { Report } from "../reporting/report.ts";
import { reportEditedTask } from "../reporting/report-edit.ts";
import { describeTask } from "../terminal/describe-task.ts";

export interface EditCommandOptions extends EditOptions, FieldOptions {
  readonly title?: string;
}

/** The edit of a field, and the task's fact that results. */
interface FieldChange {
  readonly edit: Edit;
  readonly fact: Partial<TaskFacts>;
}

/** Replaces fields of a task, each as a whole. */
export async function edit(number: string, options: EditCommandOptions): Promise<Report> {
  const edited = await editTask(options, "edit", number, (list, task) => {
    const changes = [
      titleChange(task, options),
      complexityChange(task, options),
      dependenciesChange(list, task, options),
      filesChange(task, options),
      stepsChange(task, options),
      verificationChange(task, options),
    ].filter((change) => change !== undefined);
    if (changes.length === 0) {
      const fields = "--title, --complexity, --depends, --file, --step or --verify";
      throw inputRefusal("nothing-to-edit", `Say what to replace: ${fields}.`);
    }
    const facts: Partial<TaskFacts> = Object.assign({}, ...changes.map(({ fact }) => fact));
    const status = statusAfter(list, task, facts);
    return {
      edits: [...changes.map((change) => change.edit), ...statusEdits(task, status, facts)],
      facts: { ...facts, status },
    };
  });
  return reportEditedTask(options, edited, describeTask(edited.after, edited.task));
}

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

function titleChange({ number }: Task, options: EditCommandOptions): FieldChange | undefined {
  if (options.title === undefined) return undefined;
  const title = requireLine("--title", options.title);
  return { edit: writeTitle(number, title), fact: { title } };
}

function complexityChange({ number }: Task, options: EditCommandOptions): FieldChange | undefined {
  if (options.complexity === undefined) return undefined;
  const complexity = parseComplexity(options.complexity);
  return { edit: writeLine(number, "complexity", "Complexity", complexity), fact: { complexity } };
}

function dependenciesChange(
  list: TaskList,
  { number }: Task,
  options: EditCommandOptions,
): FieldChange | undefined {
  if (options.depends === undefined) return undefined;
  const dependencies = parseDepends(list, options.depends);
  requireOrder(
    list.tasks.map((task) => task.number),
    number,
    dependencies,
  );
  const value = renderDependencies(dependencies);
  return { edit: writeLine(number, "dependencies", "Dependencies", value), fact: { dependencies } };
}

function filesChange({ number }: Task, options: EditCommandOptions): FieldChange | undefined {
  if (options.file === undefined) return undefined;
  const files = requireLines("--file", options.file);
  return { edit: writeLine(number, "files", "Files", renderFiles(files)), fact: { files } };
}

function stepsChange({ number, form, fields }: Task, options: EditCommandOptions): FieldChange | undefined {
  if (options.step === undefined) return undefined;
  const steps = requireLines("--step", options.step);
  // In the compact form every bullet without a label is a step.
  const isBulleted = form === "compact" && !fields.some(({ name }) => name === "steps");
  const items = steps.map((step, index) => (isBulleted ? `- ${step}` : `${index + 1}. ${step}`));
  return { edit: writeItems(number, "steps", "Steps", items), fact: { steps } };
}

function verificationChange(task: Task, options: EditCommandOptions): FieldChange | undefined {
  if (options.verify === undefined) return undefined;
  const verification = newVerification(task, options.verify);
  const items = verification.map(({ text, checked }) => `- [${checked ? "x" : " "}] ${text}`);
  return { edit: writeItems(task.number, "verification", "Verification", items), fact: { verification } };
}

/** Criteria that are ticked and keep their words stay ticked. */
function newVerification({ verification }: Task, texts: readonly string[]): TaskFacts["verification"] {
  const ticked = new Set(verification.filter(({ checked }) => checked).map(({ text }) => text));
  return requireLines("--verify", texts).map((text) => ({ text, checked: ticked.has(text) }));
}
