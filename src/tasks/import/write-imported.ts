import { plainLine, plainTitle, renderTask } from "../document/render-task.ts";
import type { Complexity, Status } from "../document/task-list.ts";
import type { ArrangedPhase, ArrangedTask } from "./arrange.ts";
import type { SourceCriterion } from "./source-list.ts";

export interface ImportedHeader {
  readonly title: string;
  readonly prd: string | null;
  /** YYYY-MM-DD */
  readonly created: string;
  readonly status: Status;
}

/** Writes the arranged tasks in the full form of a task list, with their statuses and a final newline. */
export function writeImported(header: ImportedHeader, phases: readonly ArrangedPhase[]): string {
  const { title, prd, created, status } = header;
  const head = [
    `# Task List: ${plainTitle(title)}`,
    "",
    ...(prd === null ? [] : [`**PRD**: ${prd}`]),
    `**Created**: ${created}`,
    `**Status**: ${status}`,
  ];
  const sections = phases.map((phase) => [
    phaseHeading(phase),
    ...phase.tasks.flatMap((task, index) => {
      const isLast = index === phase.tasks.length - 1;
      return ["", ...taskLines(task, isLast ? phase.criteria : [])];
    }),
  ]);
  return `${[head, ...sections].map((lines) => lines.join("\n")).join("\n\n---\n\n")}\n`;
}

const phaseHeading = ({ number, title, tasks }: ArrangedPhase): string =>
  `## Phase ${number}: ${plainTitle(title) || "Tasks"} (Tasks ${tasks[0]?.number}-${tasks.at(-1)?.number})`;

function taskLines(
  { number, source, dependencies }: ArrangedTask,
  proofs: readonly string[],
): readonly string[] {
  const { steps, files, requirements, status, complexity } = source;
  const title = plainTitle(source.title);
  const criteria = [
    ...source.criteria,
    ...proofs.map((text) => ({ text, checked: status === "Complete" })),
  ].filter(({ text }) => text.trim() !== "");
  const lines = renderTask(number, {
    title: title || "Untitled",
    complexity: complexity ?? estimateComplexity(steps.length, files.length),
    dependencies,
    requirements: requirements.map((name) => plainLine(name)),
    files,
    method: null,
    path: null,
    steps: steps.map((step) => plainLine(step)),
    verification: criteria.map(({ text }) => plainLine(text)),
  });
  const body = source.body === null ? [] : ["", ...source.body.split("\n")];
  return [...withStatus(withTicks(lines, criteria), source), ...body];
}

/** Ticks the boxes of checked criteria, since tasks are rendered unticked. */
function withTicks(lines: readonly string[], criteria: readonly SourceCriterion[]): readonly string[] {
  const first = lines.length - criteria.length;
  return lines.map((line, index) =>
    criteria[index - first]?.checked ? line.replace("- [ ]", "- [x]") : line,
  );
}

/** Adds the Status line, except to tasks that are not started and have no ticked box. */
function withStatus(
  lines: readonly string[],
  { status, blockedReason }: ArrangedTask["source"],
): readonly string[] {
  if (status === "Not Started" && !lines.some((line) => line.startsWith("- [x]"))) return lines;
  const value = blockedReason === null ? status : `${status} - ${plainLine(blockedReason)}`;
  return lines.toSpliced(2, 0, `**Status**: ${value}`);
}

/** The complexity of a task without a stated one, from its number of steps and files. */
function estimateComplexity(steps: number, files: number): Complexity {
  if (steps > 6 || files > 4) return "High";
  return steps > 2 || files > 1 ? "Medium" : "Low";
}
