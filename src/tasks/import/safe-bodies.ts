import { readTaskList } from "../document/read-task-list.ts";
import type { TaskList } from "../document/task-list.ts";
import { lintList } from "../lint/lint-list.ts";
import type { ArrangedPhase, ArrangedTask } from "./arrange.ts";
import type { Leftover } from "./source-list.ts";
import type { ImportedHeader } from "./write-imported.ts";
import { writeImported } from "./write-imported.ts";

/**
 * Makes sure that task bodies are read as bodies. A body that would be read as fields or tasks is quoted, because the
 * reader ignores quotations. If that does not help, the body is dropped and reported.
 */
export function withSafeBodies(
  phases: readonly ArrangedPhase[],
  header: ImportedHeader,
): { phases: readonly ArrangedPhase[]; leftovers: readonly Leftover[] } {
  const bodied = phases.flatMap(({ tasks }) => tasks.filter(({ source }) => source.body !== null));
  if (bodied.length === 0 || areSafe(bodied, header)) return { phases, leftovers: [] };
  const leftovers: Leftover[] = [];
  const safe = (task: ArrangedTask): ArrangedTask => {
    const { id, title, line, body } = task.source;
    if (body === null || areSafe([task], header)) return task;
    const asQuotation = withBody(task, quoted(body));
    if (areSafe([asQuotation], header)) return asQuotation;
    const what = `the text below ${id ?? `"${title}"`}, which reads as something else`;
    leftovers.push({ line, lines: 0, what });
    return withBody(task, null);
  };
  return { phases: phases.map((phase) => ({ ...phase, tasks: phase.tasks.map(safe) })), leftovers };
}

/** Quotes a body after a line of text: a quotation that begins with a label would be read as that label. */
const quoted = (body: string): string =>
  ["Notes:", "", ...body.split("\n")].map((line) => (line === "" ? ">" : `> ${line}`)).join("\n");

const withBody = (task: ArrangedTask, body: string | null): ArrangedTask => ({
  ...task,
  source: { ...task.source, body },
});

/** Whether the tasks, and a task after them, are read the same with and without their bodies. */
function areSafe(tasks: readonly ArrangedTask[], header: ImportedHeader): boolean {
  const [first] = tasks;
  if (!first) return true;
  const after = { ...first, source: { ...first.source, body: null, title: "After" } };
  const [one, other] = [tasks, tasks.map((task) => withBody(task, null))].map((own) => {
    const numbered = [...own, after].map((task, index) => ({
      ...task,
      number: `1.${index + 1}`,
      dependencies: [],
    }));
    return essence(
      readTaskList(writeImported(header, [{ number: 1, title: "Alone", criteria: [], tasks: numbered }])),
    );
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
