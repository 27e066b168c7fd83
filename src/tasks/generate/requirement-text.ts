import type { Part, Requirement } from "./prd/model.ts";

/** The text of a requirement, after its title if it has one. */
export const sayingOf = ({ title, text }: Requirement): string =>
  title === null || title === text ? text : `${title}: ${text}`;

/** The whole text of a requirement: its lead-ins, text, points, criteria and code, each on one line. */
export const linesOf = (requirement: Requirement): readonly string[] => [
  ...requirement.lead.map(({ text }) => text),
  sayingOf(requirement),
  ...requirement.parts.map(inOneLine),
  ...[...requirement.criteria, ...requirement.code].map(({ text }) => text),
];

/** The same without its lead-ins, and without a sentence that only introduces the others. */
export function ownLinesOf(requirement: Requirement): readonly string[] {
  const own = linesOf({ ...requirement, lead: [] });
  const stating = own.filter((line) => !/[:：]$/.test(line));
  return stating.length > 0 ? stating : own;
}

/** A point with the points below it. */
export function inOneLine({ label, text, parts }: Part): string {
  const own = label === null ? text : `${label} ${text}`;
  return parts.length === 0 ? own : `${own} ${parts.map(inOneLine).join("; ")}`;
}

/**
 * Normalizes differences that don't change the meaning: case, quotes, dashes, whitespace, emphasis, final punctuation.
 */
export const normalized = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[–—‐‑]/g, "-")
    .toLowerCase()
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/[.:;,!]+$/, "");
