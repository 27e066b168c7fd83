import { readTaskList } from "../document/read-task-list.ts";
import type { TaskList } from "../document/task-list.ts";
import { lintList } from "../lint/lint-list.ts";
import type { ArrangedPhase, ArrangedTask } from "./arrange.ts";
import type { Leftover } from "./source-list.ts";
import type { ImportedHeader } from "./write-imported.ts";
import { writeImported } from "./write-imported.ts";

/** The phases without the bodies that would be read as something else, and what that leaves out. */
export function withSafeBodies(
  phases: readonly ArrangedPhase[],
  header: ImportedHeader,
): { phases: readonly ArrangedPhase[]; leftovers: readonly Leftover[] } {
  const leftovers: Leftover[] = [];
  const keep = (task: ArrangedTask): ArrangedTask => {
    if (task.source.body === null || isSafe(task, header)) return task;
    const { id, title, line } = task.source;
    leftovers.push({
      line,
      lines: 0,
      what: `the text below ${id ?? `"${title}"`}, which reads as something else`,
    });
    return withoutBody(task);
  };
  return { phases: phases.map((phase) => ({ ...phase, tasks: phase.tasks.map(keep) })), leftovers };
}

const withoutBody = (task: ArrangedTask): ArrangedTask => ({
  ...task,
  source: { ...task.source, body: null },
});

/** Whether a task alone reads the same with its body, and the text after it still as no part of it. */
function isSafe(task: ArrangedTask, header: ImportedHeader): boolean {
  const [one, other] = [task, withoutBody(task)].map((own) => {
    const alone = { ...own, dependencies: [] };
    const after = {
      ...withoutBody(alone),
      number: "1.2",
      source: { ...alone.source, body: null, title: "After" },
    };
    const phase = { number: 1, title: "Alone", criteria: [], tasks: [{ ...alone, number: "1.1" }, after] };
    return essence(readTaskList(writeImported(header, [phase])));
  });
  return one === other;
}

const essence = (list: TaskList): string =>
  JSON.stringify([
    list.tasks.map(
      ({ number, title, status, steps, verification, files, owner, requirements, complexity, id }) => [
        ...[number, title, status.value, owner, requirements, complexity, id],
        ...[steps, verification, files].map((entries) => entries.map(({ text }) => text)),
      ],
    ),
    list.tasks.map(({ dependencies }) => dependencies.own),
    lintList(list).map(({ rule }) => rule),
  ]);
