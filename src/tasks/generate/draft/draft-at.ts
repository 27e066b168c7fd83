import type { SectionKind } from "../prd/heading-kind.ts";
import { isGeneric } from "../prd/labels.ts";
import type { Prd, Section } from "../prd/model.ts";
import type { Draft } from "./plan.ts";
import { plainHeading } from "./title.ts";

/** The sections that contain a line, outermost first. */
export const sectionsAround = ({ sections }: Prd, line: number): readonly Section[] =>
  sections.filter((one) => one.heading !== "" && one.line < line && one.endLine >= line);

/** The heading of the innermost section that contains a line. */
export const headingAt = (prd: Prd, line: number): string =>
  sectionsAround(prd, line).at(-1)?.heading ?? prd.title;

/** The heading of the innermost section around a line that names an area, unlike the title and `Requirements`. */
export function areaAt(prd: Prd, line: number): string | null {
  const section = sectionsAround(prd, line).at(-1);
  // Below the document's title, the area is the whole document.
  if (section?.depth === 1 && section.heading.includes(prd.title)) return null;
  const above = prd.sections[section?.parent ?? 0];
  const isBelowArea = above !== undefined && above.depth > 1 && isGeneric(section?.heading ?? "");
  return (isBelowArea ? above : section)?.heading ?? null;
}

/** The heading of the outermost section around a line: of a kind, or else of any below the document's title. */
export function phaseAt(prd: Prd, line: number, kind?: SectionKind): string {
  const around = sectionsAround(prd, line);
  const areas = around.filter(
    ({ depth, heading }) => heading !== prd.title && (depth > 1 || !heading.includes(prd.title)),
  );
  const section = around.find((one) => one.kind === kind) ?? areas.find(({ depth }) => depth > 1) ?? areas[0];
  return plainHeading(section?.heading ?? "") || prd.title;
}

/** A draft for a statement on a line of the PRD. Unless given, its requirement is the heading above the line. */
export const draftAt = (
  prd: Prd,
  line: number,
  given: Pick<Draft, "key" | "title" | "steps"> & Partial<Draft>,
): Draft => ({
  phase: phaseAt(prd, line),
  requirements: [headingAt(prd, line)],
  files: [],
  method: null,
  path: null,
  criteria: [],
  points: [],
  limits: [],
  needs: [],
  comesLast: false,
  ...given,
});
