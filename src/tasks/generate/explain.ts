import { table } from "../terminal/table.ts";
import { nameOfKind } from "./prd/kind-name.ts";
import type { Prd, Section } from "./prd/model.ts";

/** How each part of a PRD was read, and what looked like a requirement without being taken for one. */
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

/** The same for programs. */
export const readingsOf = (prd: Prd) =>
  shownSections(prd).map(({ heading, line, kind, took }) => ({ heading, line, kind, took }));

/** What is above the first heading is a section only where something was taken from it. */
const shownSections = ({ sections }: Prd): readonly Section[] =>
  sections.filter(({ heading, took }) => heading !== "" || took !== "");
