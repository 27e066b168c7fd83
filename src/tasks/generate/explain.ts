import { table } from "../cli/terminal/table.ts";
import type { SectionKind } from "./prd/heading-kind.ts";
import type { Prd, Section } from "./prd/model.ts";

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

/** All sections. The text above the first heading is included only if something was read from it. */
const shownSections = ({ sections }: Prd): readonly Section[] =>
  sections.filter(({ heading, took }) => heading !== "" || took !== "");
