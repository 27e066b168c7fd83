import { renderTask } from "../document/render-task.ts";
import type { PlannedPhase } from "./draft/draft.ts";

export interface ListHeader {
  readonly title: string;
  /** The PRD's file name. */
  readonly prd: string;
  /** YYYY-MM-DD */
  readonly created: string;
}

/** Separates header, phases and tasks. */
const separator = "\n\n---\n\n";

/** Writes a plan in the form of a task list, with a final newline. */
export function writeList({ title, prd, created }: ListHeader, phases: readonly PlannedPhase[]): string {
  const header = [
    `# Task List: ${title}`,
    "",
    `**PRD**: ${prd}`,
    `**Created**: ${created}`,
    "**Status**: Not Started",
  ];
  const sections = phases.map((phase) => [
    phaseHeading(phase),
    "",
    phase.tasks.map((task) => renderTask(task.number, task).join("\n")).join(separator),
  ]);
  return `${[header, ...sections].map((lines) => lines.join("\n")).join(separator)}\n`;
}

function phaseHeading({ number, title, tasks }: PlannedPhase): string {
  return `## Phase ${number}: ${title} (Tasks ${tasks[0]?.number ?? ""}-${tasks.at(-1)?.number ?? ""})`;
}
