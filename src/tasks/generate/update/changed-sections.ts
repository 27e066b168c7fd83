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
  const [old, now] = [sectionsOf(before), sectionsOf(after)];
  const changed = [...now].filter(([key, { text }]) => (old.get(key)?.text ?? "") !== text);
  const gone = [...old].filter(([key, { text }]) => text !== "" && !now.has(key));
  return [
    ...changed.map(([, { heading, line }]) => ({ heading, line })),
    ...gone.map(([, { heading }]) => ({ heading, line: null })),
  ];
}

/** The followed sections by their headings, each with the text that is neither a requirement's nor a heading. */
function sectionsOf({ prd: { sections, requirements }, source }: ReadPrd) {
  const named = sections.filter(({ heading }) => heading !== "");
  // A section comes before those in it, which take their lines from it.
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

/** Its headings from the outermost on, without their numbers, which change with every section put before it. */
function keyOf(sections: readonly Section[], { heading, parent }: Section): string {
  const own = normalized(heading).replace(/^\d+(?:\.\d+)*[.)]?\s+/, "");
  const around = parent === null ? undefined : sections[parent];
  return around ? `${keyOf(sections, around)}\n${own}` : own;
}
