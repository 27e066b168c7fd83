import { factsOf } from "../document/edit/task-facts.ts";
import { readTaskList } from "../document/read-task-list.ts";
import type { ListHeader } from "../document/render-list.ts";
import { plainLine, plainTitle, renderList, renderTask } from "../document/render-list.ts";
import type { Complexity, TaskList } from "../document/task-list.ts";
import { lintList } from "../lint/lint-list.ts";
import type { ArrangedPhase, ArrangedTask } from "./arrange.ts";
import type { Ledger } from "./ledger.ts";
import { nameOf } from "./source-list.ts";
import { hasWords } from "./source-text.ts";

/** Writes the arranged tasks in the full form of a task list, with their statuses and a final newline. */
export const writeImported = (header: ListHeader, phases: readonly ArrangedPhase[]): string =>
  renderList(
    { ...header, title: plainTitle(header.title) },
    phases.map(({ number, title, tasks, criteria }) => ({
      number,
      title: plainTitle(title) || "Tasks",
      tasks,
      text: tasks
        .map((task, index) => taskLines(task, index === tasks.length - 1 ? criteria : []).join("\n"))
        .join("\n\n"),
    })),
  );

function taskLines(
  { number, source, dependencies }: ArrangedTask,
  proofs: readonly string[],
): readonly string[] {
  const { steps, files, requirements, status, complexity, blockedReason } = source;
  const criteria = [
    ...source.criteria,
    ...proofs.filter(hasWords).map((text) => ({ text, checked: status === "Complete" })),
  ];
  const draft = {
    title: plainTitle(source.title) || "Untitled",
    complexity: complexity ?? estimateComplexity(steps.length, files.length),
    dependencies,
    requirements: requirements.map((name) => plainLine(name)),
    files,
    method: null,
    path: null,
    steps: steps.map((step) => plainLine(step)),
    verification: criteria.map(({ text }) => plainLine(text)),
  };
  const checked = criteria.map((one) => one.checked);
  const stated = blockedReason === null ? status : `${status} - ${plainLine(blockedReason)}`;
  // The boxes of a task without a Status line determine its status.
  const isImplied = status === "Not Started" && !checked.includes(true);
  const lines = renderTask(number, draft, 3, { status: isImplied ? null : stated, checked });
  return [...lines, ...(source.body === null ? [] : ["", ...source.body.split("\n")])];
}

/** The complexity of a task without a stated one, from its number of steps and files. */
function estimateComplexity(steps: number, files: number): Complexity {
  if (steps > 6 || files > 4) return "High";
  return steps > 2 || files > 1 ? "Medium" : "Low";
}

/**
 * Makes sure that task bodies are read as bodies. A body that would be read as fields or tasks is quoted, because the
 * reader ignores quotations. If that does not help, the body is dropped and reported.
 */
export function withSafeBodies(
  phases: readonly ArrangedPhase[],
  header: ListHeader,
  ledger: Ledger,
): readonly ArrangedPhase[] {
  const bodied = phases.flatMap(({ tasks }) => tasks.filter(({ source }) => source.body !== null));
  if (areSafe(bodied, header)) return phases;
  const safe = (task: ArrangedTask): ArrangedTask => {
    const { line, body } = task.source;
    if (body === null || areSafe([task], header)) return task;
    const asQuotation = withBody(task, quoted(body));
    if (areSafe([asQuotation], header)) return asQuotation;
    ledger.note(line, `the text below ${nameOf(task.source)}, which reads as something else`);
    return withBody(task, null);
  };
  return phases.map((phase) => ({ ...phase, tasks: phase.tasks.map(safe) }));
}

const quoted = (body: string): string =>
  body
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");

const withBody = (task: ArrangedTask, body: string | null): ArrangedTask => ({
  ...task,
  source: { ...task.source, body },
});

/** Whether the tasks, and a task after them, are read the same with and without their bodies. */
function areSafe(tasks: readonly ArrangedTask[], header: ListHeader): boolean {
  const [first] = tasks;
  if (!first) return true;
  const after = { ...first, source: { ...first.source, body: null, title: "After" } };
  const [one, other] = [tasks, tasks.map((task) => withBody(task, null))].map((own) => {
    const numbered = [...own, after].map((task, index) => {
      return { ...task, number: `1.${index + 1}`, dependencies: [] };
    });
    const phase = { number: 1, title: "Alone", criteria: [], tasks: numbered };
    return essence(readTaskList(writeImported(header, [phase])));
  });
  return one === other;
}

const essence = (list: TaskList): string =>
  JSON.stringify([
    ...list.tasks.map((task) => [task.id, factsOf(task)]),
    ...lintList(list).map(({ rule }) => rule),
  ]);
