import { presentTask } from "../cli/reporting/present-task.ts";
import type { Report } from "../cli/reporting/report.ts";
import { reportEdit } from "../cli/reporting/report.ts";
import { headline, statusInWords } from "../cli/terminal/describe-task.ts";
import type { TaskFacts } from "../document/edit/task-facts.ts";
import type { Task, TaskList } from "../document/task-list.ts";
import type { Renumbering } from "../document/task-number.ts";
import type { EditOptions, Steps } from "../list-file/editing/edit-list.ts";
import { editListInSteps } from "../list-file/editing/edit-list.ts";
import { pickTask } from "../workflow/pick-task.ts";
import { presentRenumbering, renumberingLines } from "../workflow/renumbering.ts";

/** What an edit did. The list's path and the diff of a dry run are added to its answer for programs. */
export interface Done extends Report {
  readonly json: object;
}

/** Edits a command's list in steps, which return what they did. A dry run reports the edit as a diff. */
export async function editAndReport(
  options: EditOptions,
  command: string,
  steps: Steps<Done>,
  refuse?: (path: string, list: TaskList) => void,
): Promise<Report> {
  const { result, ...edited } = await editListInSteps(options, command, steps, refuse);
  const { json, text, notes = [], exitCode = 0 } = result;
  const report = await reportEdit(options, { ...edited, notes: [...notes, ...edited.notes] }, json, text);
  return { ...report, exitCode };
}

/** A task before and after its edit. */
export interface Edited {
  readonly before: TaskList;
  readonly list: TaskList;
  readonly from: Task;
  readonly task: Task;
}

/** Gives one task of a command's list new facts. By default the text is the task's status. */
export const editTaskAndReport = (
  options: EditOptions,
  command: string,
  number: string,
  factsFor: (list: TaskList, task: Task) => Partial<TaskFacts>,
  textFor: (edited: Edited) => string = statusLine,
): Promise<Report> =>
  editAndReport(options, command, function* (before) {
    const from = pickTask(before, number);
    const list = yield { facts: new Map([[from.number, factsFor(before, from)]]) };
    const task = pickTask(list, from.number);
    const text = textFor({ before, list, from, task });
    return { json: { task: presentTask(list, task), reason: null }, text };
  });

/** `▶ 1.2  Title: In Progress`, with a note if nothing changed. */
function statusLine({ before, list, task }: Edited): string {
  const already = before.source === list.source ? "already " : "";
  return `${headline(task)}: ${already}${statusInWords(task.status)}`;
}

/** What an edit did to a task and to the numbers of others. */
export function renumberedTask(list: TaskList, number: string, done: string, renumbering: Renumbering): Done {
  const task = pickTask(list, number);
  const report = presentRenumbering(list, renumbering);
  return {
    json: { task: presentTask(list, task), reason: null, ...report },
    text: [`${headline(task)}: ${done}`, ...renumberingLines(report)].join("\n"),
  };
}
