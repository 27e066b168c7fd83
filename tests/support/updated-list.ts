import { readTaskList } from "../../src/tasks/document/read-task-list.ts";
import type { TaskList } from "../../src/tasks/document/task-list.ts";
import { draftTasks, writeList } from "../../src/tasks/generate/draft/draft-tasks.ts";
import type { Prd } from "../../src/tasks/generate/prd/model.ts";
import { readPrdModel } from "../../src/tasks/generate/prd/read-model.ts";
import { prdRules } from "../../src/tasks/generate/prd-rules.ts";
import { compare } from "../../src/tasks/generate/update/compare.ts";
import type { Decision } from "../../src/tasks/generate/update/decisions.ts";
import { planUpdate } from "../../src/tasks/generate/update/plan-update.ts";
import { lintList } from "../../src/tasks/lint/lint-list.ts";
import { editListInSteps } from "../../src/tasks/list-file/editing/edit-list.ts";
import { writeList as writeFile } from "./tasks-command.ts";

export const prdOf = (source: string): Prd => readPrdModel(source, "0001-prd-test.md");

/** The list that is drafted from a PRD. */
export function draftedList(prd: string): string {
  const model = prdOf(prd);
  const header = { title: model.title, prd: "0001-prd-test.md", created: "2026-01-15" };
  return writeList(header, draftTasks(model));
}

export interface Updated {
  readonly text: string;
  readonly list: TaskList;
  readonly decisions: readonly Decision[];
}

/** A list after `tasks update`, from one version of its PRD to the next. */
export async function updatedList(source: string, before: string, after: string): Promise<Updated> {
  const options = { list: writeFile(source), dryRun: true };
  const { after: list, result: decisions } = await editListInSteps(options, "update", (current) =>
    planUpdate(current, compare(prdOf(before), prdOf(after))),
  );
  return { text: list.source, list, decisions };
}

/** The faults that a generated list must not have: errors, and requirements without a task. */
export const faultsWith = (source: string, prd: string): readonly string[] =>
  lintList(readTaskList(source), prdRules(prdOf(prd)))
    .filter(({ rule, severity }) => severity === "error" || rule === "uncovered-requirement")
    .map(({ line, rule, message }) => `${line} ${rule} ${message}`);

/** The text of one task, from its heading to its last line. */
export function taskText({ source, tasks }: TaskList, number: string): string {
  const task = tasks.find((one) => one.number === number);
  return task ? source.slice(task.span.start, task.span.end) : "";
}
