import type { Prd, Section, SectionKind } from "../prd/model.ts";
import { normalized } from "./words.ts";

/** A PRD with the text that it was read from. */
interface ReadPrd {
  readonly prd: Prd;
  readonly source: string;
}

/** A section that says something else outside of its requirements. */
export interface ChangedSection {
  readonly heading: string;
  /** 1-based line in the new version; null where the section is gone. */
  readonly line: number | null;
}

/** Sections that limit or describe the work; others, such as the introduction, give no task. */
const followed: ReadonlySet<SectionKind> = new Set([
  "criteria",
  "quality",
  "technical",
  "data",
  "endpoints",
  "design",
  "testing",
  "release",
  "nonGoals",
  "questions",
  "decisions",
  "dependencies",
]);

/** The sections that changed from one version to the next, apart from the requirements in them. */
export function changedSections(before: ReadPrd, after: ReadPrd): readonly ChangedSection[] {
  const [old, now] = [textsOf(before), textsOf(after)];
  const changed = [...now].filter(([key, { text }]) => (old.get(key)?.text ?? "") !== text);
  const gone = [...old].filter(([key, { text }]) => text !== "" && !now.has(key));
  return [
    ...changed.map(([, { heading, line }]) => ({ heading, line })),
    ...gone.map(([, { heading }]) => ({ heading, line: null })),
  ];
}

type SectionText = Pick<Section, "heading" | "line"> & { readonly text: string };

function textsOf({ prd, source }: ReadPrd): ReadonlyMap<string, SectionText> {
  const lines = source.split(/\r\n|\n|\r/);
  const taken = new Set(
    [...prd.requirements, ...prd.sections.map(({ line }) => ({ line, endLine: line }))].flatMap(linesIn),
  );
  const texts = prd.sections
    .filter(({ kind, heading }) => followed.has(kind) && heading !== "")
    .map((section) => {
      const children = new Set(
        prd.sections.filter(({ parent }) => prd.sections[parent ?? -1] === section).flatMap(linesIn),
      );
      const own = linesIn(section).filter((line) => !taken.has(line) && !children.has(line));
      const text = own
        .map((line) => normalized(lines[line - 1] ?? ""))
        .join("\n")
        .trim();
      return [keyOf(prd, section), { heading: section.heading, line: section.line, text }] as const;
    });
  return new Map(texts);
}

const linesIn = ({ line, endLine }: { readonly line: number; readonly endLine: number }): readonly number[] =>
  Array.from({ length: endLine - line + 1 }, (_, index) => line + index);

/** Its headings from the outermost on, without their numbers, which change with every section put before it. */
function keyOf(prd: Pick<Prd, "sections">, { heading, parent }: Section): string {
  const own = normalized(heading).replace(/^\d+(?:\.\d+)*[.)]?\s+/, "");
  const around = parent === null ? undefined : prd.sections[parent];
  return around ? `${keyOf(prd, around)}\n${own}` : own;
}
