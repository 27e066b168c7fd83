import type { Prd, Section, SectionKind } from "../prd/model.ts";
import { normalized } from "./words.ts";

/** A PRD and its source text. */
interface ReadPrd {
  readonly prd: Prd;
  readonly source: string;
}

/** A section whose text outside of requirements changed. */
export interface ChangedSection {
  readonly heading: string;
  /** 1-based line in the new version; null if the section was removed. */
  readonly line: number | null;
}

/** Kinds of sections that limit or describe the work. Others, such as the introduction, lead to no task. */
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

/** The sections that changed between two versions, ignoring the requirements in them. */
export function changedSections(before: ReadPrd, after: ReadPrd): readonly ChangedSection[] {
  const [old, now] = [sectionsOf(before), sectionsOf(after)];
  const changed = [...now].filter(([key, { text }]) => (old.get(key)?.text ?? "") !== text);
  const gone = [...old].filter(([key, { text }]) => text !== "" && !now.has(key));
  return [
    ...changed.map(([, { heading, line }]) => ({ heading, line })),
    ...gone.map(([, { heading }]) => ({ heading, line: null })),
  ];
}

/** The followed sections by heading, each with its text outside of requirements and headings. */
function sectionsOf({ prd: { sections, requirements }, source }: ReadPrd) {
  const named = sections.filter(({ heading }) => heading !== "");
  // Subsections come after their parent, so they overwrite the owner of their lines.
  const owners = new Map(
    named.flatMap((section) => linesIn(section).map((line) => [line, section] as const)),
  );
  for (const line of [...sections.map((section) => section.line), ...requirements.flatMap(linesIn)])
    owners.delete(line);
  const lines = source.split(/\r\n|\n|\r/).map((text, index) => ({ text, owner: owners.get(index + 1) }));
  return new Map(
    named
      .filter(({ kind }) => followed.has(kind))
      .map((section) => {
        const own = lines.filter(({ owner }) => owner === section).map(({ text }) => normalized(text));
        return [keyOf(sections, section), { ...section, text: own.join("\n").trim() }] as const;
      }),
  );
}

const linesIn = ({ line, endLine }: { readonly line: number; readonly endLine: number }): readonly number[] =>
  Array.from({ length: endLine - line + 1 }, (_, index) => line + index);

/** The headings of a section and its parents, without numbers: those change when a section is inserted before it. */
function keyOf(sections: readonly Section[], { heading, parent }: Section): string {
  const own = normalized(heading).replace(/^\d+(?:\.\d+)*[.)]?\s+/, "");
  const around = parent === null ? undefined : sections[parent];
  return around ? `${keyOf(sections, around)}\n${own}` : own;
}
