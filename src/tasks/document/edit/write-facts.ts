import { renderDependencies, renderFiles } from "../render-task.ts";
import type { FieldName, ListEntry, Task, TaskList } from "../task-list.ts";
import type { Edit } from "./revise.ts";
import type { TaskFacts } from "./task-facts.ts";
import { writeItems, writeLine, writeStatus, writeTitle } from "./write-field.ts";

/** Writes what a task is to say, each field as a whole. A line that stays keeps what is written below it. */
export function writeFacts(list: TaskList, task: Task, facts: Partial<TaskFacts>): readonly Edit[] {
  const { number } = task;
  const { title, complexity, dependencies, requirements, files, steps, verification, status } = facts;
  const line = (name: FieldName, label: string, value: string | null | undefined): readonly Edit[] =>
    value === undefined || value === null ? [] : [writeLine(number, name, label, value)];
  return [
    ...(title === undefined ? [] : [writeTitle(number, title)]),
    ...line("complexity", "Complexity", complexity),
    ...line("dependencies", "Dependencies", dependencies && renderDependencies(dependencies)),
    ...line("requirements", "Requirements", requirements?.join(", ")),
    ...line("files", "Files", files && renderFiles(files)),
    ...(steps ? [writeItems(number, "steps", "Steps", stepItems(list, task, steps))] : []),
    ...(verification
      ? [writeItems(number, "verification", "Verification", criterionItems(list, task, verification))]
      : []),
    ...(status === undefined ? [] : [writeStatus(number, status, facts.blockedReason ?? undefined)]),
  ];
}

function stepItems(list: TaskList, { steps, form, fields }: Task, texts: TaskFacts["steps"]) {
  // In the compact form every bullet without a label is a step.
  const isBulleted = form === "compact" && !fields.some(({ name }) => name === "steps");
  const bullet = /^\s*([-*+])/.exec(steps[0]?.prefix ?? "")?.[1] ?? (isBulleted ? "-" : undefined);
  return asWritten(list, steps, texts).map((text, index) => `${bullet ?? `${index + 1}.`} ${text}`);
}

function criterionItems(list: TaskList, task: Task, verification: TaskFacts["verification"]) {
  const texts = verification.map(({ text }) => text);
  return asWritten(list, task.verification, texts).map(
    (text, index) => `- [${verification[index]?.checked ? "x" : " "}] ${text}`,
  );
}

/** Lines with what is written below those that are there already. */
function asWritten(
  { source }: TaskList,
  entries: readonly ListEntry[],
  texts: readonly string[],
): readonly string[] {
  const left = entries.filter(({ prefix }) => prefix !== "");
  return texts.map((text) => {
    const at = left.findIndex((entry) => entry.text === text);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return same ? source.slice(same.textSpan.start, Math.max(same.textSpan.end, same.end)) : text;
  });
}
