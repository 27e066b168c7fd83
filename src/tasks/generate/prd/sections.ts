import { headingWords, sectionKind } from "./heading-kind.ts";
import type { Chapter } from "./markdown.ts";
import type { Prd, Section, SectionKind } from "./model.ts";
import { titleChapter } from "./title.ts";

/** A chapter with what it is about; the root comes first. */
export interface Kinded {
  readonly chapter: Chapter;
  readonly kind: SectionKind;
  readonly parentKind: SectionKind;
  readonly parent: number | null;
}

/** Every chapter in document order with what it is about. */
export function classify(root: Chapter): readonly Kinded[] {
  const all: Kinded[] = [];
  const firstPhases = depthsOfFirstPhase(root);
  const visit = (
    chapter: Chapter,
    parentKind: SectionKind,
    parent: number | null,
    isTitle: boolean,
  ): void => {
    const kind = isTitle
      ? "other"
      : isLaterPhase(chapter, firstPhases)
        ? "future"
        : sectionKind(chapter.heading, parentKind);
    const index = all.push({ chapter, kind, parentKind, parent }) - 1;
    for (const child of chapter.chapters) visit(child, kind, index, false);
  };
  all.push({ chapter: root, kind: "other", parentKind: "other", parent: null });
  const title = titleChapter(root);
  for (const child of root.chapters) visit(child, "other", 0, child === title);
  return all;
}

/** `Phase 2` without a `Phase 1` beside it is put off; with one, both are the plan. */
const isLaterPhase = ({ heading, depth }: Chapter, firstPhases: ReadonlySet<number>): boolean =>
  /^phase [2-9]\b/.test(headingWords(heading)) && !firstPhases.has(depth);

const depthsOfFirstPhase = ({ heading, depth, chapters }: Chapter): ReadonlySet<number> =>
  new Set([
    ...(/^phase [01]\b/.test(headingWords(heading)) ? [depth] : []),
    ...chapters.flatMap((child) => [...depthsOfFirstPhase(child)]),
  ]);

export const sectionOf = ({ chapter, kind, parent }: Kinded): Section => ({
  heading: chapter.heading,
  depth: chapter.depth,
  kind,
  line: chapter.line,
  endLine: chapter.endLine,
  parent,
  took: "",
});

/** The sections of a kind that are not within another of that kind. */
export const topmost = (kinded: readonly Kinded[], kind: SectionKind): readonly Kinded[] =>
  kinded.filter((one) => one.kind === kind && one.parentKind !== kind);

/** Each section with what was taken from it. */
export function withTaken(prd: Omit<Prd, "unread">): readonly Section[] {
  const counted: Readonly<Record<string, readonly { readonly line: number }[]>> = {
    constraint: prd.constraints,
    "non-goal": prd.nonGoals,
    "answered question": prd.answers,
    "open question": prd.openQuestions,
    criterion: prd.criteria,
    story: prd.stories,
    model: prd.models,
    endpoint: prd.endpoints,
    metric: prd.metrics,
  };
  const took = prd.sections.map(() => [] as string[]);
  for (const { line, id, optional } of prd.requirements)
    took[lastAtOrBefore(prd.sections, line)]?.push(optional === null ? id : `${id} (${optional})`);
  for (const [name, all] of Object.entries(counted)) {
    const sections = Map.groupBy(all, ({ line }) => lastAtOrBefore(prd.sections, line));
    for (const [index, { length }] of sections)
      took[index]?.push(`${length} ${length === 1 ? name : (plurals[name] ?? `${name}s`)}`);
  }
  return prd.sections.map((section, index) => ({ ...section, took: took[index]?.join(", ") ?? "" }));
}

const plurals: Readonly<Record<string, string>> = { criterion: "criteria", story: "stories" };

/** The index of the section that a line is in: the last that begins at or before it. */
function lastAtOrBefore(sections: readonly Section[], line: number): number {
  let [low, high] = [0, sections.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sections[middle]?.line ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}
