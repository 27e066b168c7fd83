import type { TaskFacts } from "../document/edit/task-facts.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import type { Renumbering } from "../document/task-number.ts";
import type { EditedTask, EditOptions, Steps } from "../list-file/editing/edit-list.ts";
import { editListInSteps, editTask } from "../list-file/editing/edit-list.ts";
import { pickTask } from "../list-file/open-list.ts";
import { headline, statusInWords } from "../reporting/describe-task.ts";
import { taskAnswer } from "../reporting/present-task.ts";
import type { Report } from "../reporting/report.ts";
import { reportEdit } from "../reporting/report.ts";
import { presentRenumbering, renumberingLines } from "../workflow/renumbering.ts";

/**
 * Edits a command's list in steps, which return what they did. The list's path is added to their answer for programs,
 * and in a dry run the edit as a diff.
 */
export async function editAndReport(
  options: EditOptions,
  command: string,
  steps: Steps<Report>,
  refuse?: (path: string, list: TaskList) => void,
): Promise<Report> {
  const { result, ...edited } = await editListInSteps(options, command, steps, refuse);
  const { json, text, notes = [], exitCode = 0 } = result;
  const report = await reportEdit(options, { ...edited, notes: [...notes, ...edited.notes] }, json, text);
  return { ...report, exitCode };
}

/** Gives one task of a command's list new facts. By default the text is the task's status. */
export async function editTaskAndReport(
  options: EditOptions,
  command: string,
  number: string,
  factsFor: (list: TaskList, task: Task) => Partial<TaskFacts>,
  textFor: (edited: EditedTask) => string = statusLine,
): Promise<Report> {
  const edited = await editTask(options, command, number, factsFor);
  const { after, task } = edited;
  return reportEdit(options, edited, taskAnswer(after, task), textFor(edited));
}

/** `▶ 1.2  Title: In Progress`, with a note if nothing changed. */
function statusLine({ before, after, task }: EditedTask): string {
  const already = before.source === after.source ? "already " : "";
  return `${headline(task)}: ${already}${statusInWords(task.status)}`;
}

/** What an edit did to a task and to the numbers of others. */
export function renumberedTask(
  list: TaskList,
  number: string,
  done: string,
  renumbering: Renumbering,
): Report {
  const task = pickTask(list, number);
  const report = presentRenumbering(list, renumbering);
  return {
    json: { ...taskAnswer(list, task), ...report },
    text: [`${headline(task)}: ${done}`, ...renumberingLines(report)].join("\n"),
  };
}
