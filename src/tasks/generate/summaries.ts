import type { TaskList } from "../document/task-list.ts";
import { effortMinutes } from "../document/task-queries.ts";
import type { Answer } from "../reporting/answers.ts";
import { table } from "../terminal/table.ts";
import { formatMinutes, plural } from "../terminal/words.ts";
import type { SectionKind } from "./prd/heading-kind.ts";
import type { Passage, Prd, Requirement, Section, Story } from "./prd/model.ts";
import { isUnbuilt, leftOut } from "./prd/sections.ts";

/** The size of a phase in a new list. */
export type PhaseSummary = Extract<Answer<"generate">, { readonly phases: unknown }>["phases"][number];

/** The number of tasks and the effort of each phase. */
export function summarizePhases({ phases, tasks }: TaskList): readonly PhaseSummary[] {
  return phases.map(({ number, title, tasks: numbers }) => {
    const own = tasks.filter((task) => numbers.includes(task.number));
    return {
      number,
      title,
      total: own.length,
      minutes: own.reduce((sum, task) => sum + (effortMinutes(task) ?? 0), 0),
    };
  });
}

/** The summary as a table, with totals. */
export function summaryText(phases: readonly PhaseSummary[]): string {
  const tasks = phases.reduce((sum, { total }) => sum + total, 0);
  const minutes = phases.reduce((sum, phase) => sum + phase.minutes, 0);
  const rows = phases.map((phase) => [
    `Phase ${phase.number}`,
    phase.title,
    plural(phase.total, "task"),
    formatMinutes(phase.minutes),
  ]);
  return table([...rows, ["Total", "", plural(tasks, "task"), formatMinutes(minutes)]], 1);
}

/** How each section of a PRD was read, and the lines that look like requirements but were not read as such. */
export function explainReading(prd: Prd): string {
  const rows = shownSections(prd).map(({ line, heading, kind, took }) => [
    `${line}`,
    heading,
    took === "" ? nameOfKind(kind) : `${nameOfKind(kind)}: ${took}`,
  ]);
  const left = prd.unread.map(({ line, text, reason }) => [`${line}`, text, reason]);
  return [
    "Read as:",
    table(rows, 2),
    ...(left.length === 0 ? [] : ["", "Looks like a requirement and was not taken:", table(left, 1)]),
  ].join("\n");
}

/** `nonGoals` → `non goals`. A section of an unknown kind is context. */
const nameOfKind = (kind: SectionKind): string =>
  kind === "other" ? "context" : kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** How each section of a PRD was read, for JSON output. */
export const readingsOf = (prd: Prd) =>
  shownSections(prd).map(({ heading, line, kind, took }) => ({ heading, line, kind, took }));

/** A section with points or stories that have no task of their own. */
export type SectionWithoutTask = Extract<
  Answer<"generate">,
  { readonly withoutTask: unknown }
>["withoutTask"][number];

/**
 * The sections of a PRD whose points or stories a draft gives no task of their own, with their number. The phases of a
 * plan are one section.
 */
export function sectionsWithoutTask(prd: Prd): readonly SectionWithoutTask[] {
  const wholeAt = ({ line: at }: Passage): Section | undefined => {
    const section = prd.sections.findLast(({ line }) => line <= at);
    return section && wholeOf(prd, section);
  };
  return [...Map.groupBy(leftOut(prd), wholeAt)].map(([section, own]) => ({
    heading: section?.heading || prd.title,
    line: section?.line ?? 1,
    points: own.length,
  }));
}

/** A section, or the outermost one around it of the same known kind. */
function wholeOf(prd: Prd, section: Section): Section {
  const above = prd.sections[section.parent ?? -1];
  return section.kind !== "other" && above?.kind === section.kind ? wholeOf(prd, above) : section;
}

/** The requirements and stories that the PRD itself marks as optional, deferred, ruled out or done. */
export function unbuiltIn({ requirements, stories }: Prd): readonly (Requirement | Story)[] {
  const marked = [...requirements.filter(({ optional }) => optional !== null), ...stories.filter(isUnbuilt)];
  return [...new Map(marked.map((one) => [one.line, one])).values()];
}

/** All sections. The text above the first heading is included only if something was read from it. */
const shownSections = ({ sections }: Prd): readonly Section[] =>
  sections.filter(({ heading, took }) => heading !== "" || took !== "");
