import type { Status } from "./task-list.ts";

/** The header of a new list. */
export interface ListHeader {
  readonly title: string;
  /** The PRD's file name. */
  readonly prd: string | null;
  /** YYYY-MM-DD */
  readonly created: string;
  readonly status: Status;
}

interface RenderedPhase {
  readonly number: number;
  readonly title: string;
  readonly tasks: readonly { readonly number: string }[];
  /** Its tasks as Markdown. */
  readonly text: string;
}

/** Separates the header and the phases. */
export const separator = "\n\n---\n\n";

/** A new list in the document's full form, with a final newline. */
export function renderList(
  { title, prd, created, status }: ListHeader,
  phases: readonly RenderedPhase[],
): string {
  const header = [
    `# Task List: ${title}`,
    "",
    ...(prd === null ? [] : [`**PRD**: ${prd}`]),
    `**Created**: ${created}`,
    `**Status**: ${status}`,
  ];
  const sections = phases.map((phase) => `${phaseHeading(phase)}\n\n${phase.text}`);
  return `${[header.join("\n"), ...sections].join(separator)}\n`;
}

const phaseHeading = ({ number, title, tasks }: RenderedPhase): string =>
  `## Phase ${number}: ${title} (Tasks ${tasks[0]?.number}-${tasks.at(-1)?.number})`;
