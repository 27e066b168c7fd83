import { itemText } from "../document/read-entries.ts";
import { readEstimate, readLabels } from "../document/read-labels.ts";
import type { Complexity, ListEntry, Task } from "../document/task-list.ts";
import type { SourceTask } from "./source-list.ts";
import { sourceTask } from "./source-list.ts";
import { complexityOfEffort, splitLines } from "./source-text.ts";

/** A task that the list reader has read and that gets a new number. */
export function fieldsOfTask(
  text: string,
  task: Task,
  { id, line }: Pick<SourceTask, "id" | "line"> = { id: null, line: null },
): SourceTask {
  const textOf = (entry: ListEntry) => itemText(text, task, entry);
  const { status, verification } = task;
  const { title, body } = titleAndBody(task);
  const isDone = status.value === "Complete";
  return sourceTask({
    id,
    line,
    title,
    status: status.value,
    blockedReason: status.blockedReason,
    complexity: task.complexity ?? effortIn(body ?? ""),
    dependencies: task.fields
      .filter(({ name }) => name === "dependencies")
      .flatMap(({ value, end }) => splitLines(text.slice(value.start, end)))
      .map((words) => words.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "").trim())
      .filter((words) => words !== ""),
    requirements: task.requirements,
    files: task.files.map((file) => file.text),
    steps: task.steps.map(textOf),
    criteria: verification.map((entry) => ({
      text: textOf(entry),
      checked: entry.checked || (isDone && entry.box === null),
    })),
    body,
  });
}

/** If the heading has no words, a separate first line is the title. */
function titleAndBody({ title, body }: Task): Pick<SourceTask, "title" | "body"> {
  const line = title === "" ? /^(?<words>[^\W_][^\r\n]{0,120})(?:\s*$|\r?\n\s*\n)/.exec(body ?? "") : null;
  const words = line?.groups?.["words"];
  if (!line || words === undefined || readLabels({ text: words, start: 0, end: words.length }).length > 0)
    return { title, body };
  return { title: words.replace(/\.$/, ""), body: body?.slice(line[0].length).trim() || null };
}

/** The complexity for the value of a label such as Effort in the task's text. */
function effortIn(body: string): Complexity | null {
  const labels = body
    .split("\n")
    .flatMap((line) => readLabels({ text: line.replace(/^\s*[-*+]\s+/, ""), start: 0, end: line.length }));
  const effort = labels.find(
    ({ label, value }) =>
      /^(?:effort|size|estimate)$/i.test(label.text) || readEstimate(label.text, value.text) !== null,
  );
  return effort ? complexityOfEffort(effort.value.text) : null;
}
