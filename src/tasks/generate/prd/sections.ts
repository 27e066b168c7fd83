import type { SectionKind } from "./heading-kind.ts";
import { headingWords, kindOfWords, sectionKind } from "./heading-kind.ts";
import type { Prd, Section } from "./model.ts";
import type { Point } from "./points.ts";
import { everyOne, isHeading } from "./points.ts";

/** A section and its kind. */
export interface Kinded {
  readonly chapter: Point;
  readonly kind: SectionKind;
  readonly parentKind: SectionKind;
  readonly parent: number | null;
}

/** Every section with its kind, in document order. The root comes first. */
export function classify(root: Point): readonly Kinded[] {
  const all: Kinded[] = [{ chapter: root, kind: "other", parentKind: "other", parent: null }];
  const title = titleChapter(root);
  const phaseOf = (point: Point): string =>
    isHeading(point) ? (/^phase (\d)\b/.exec(headingWords(point.text))?.[1] ?? "") : "";
  const firstPhases = everyOne(root.below).filter((point) => /[01]/.test(phaseOf(point)));
  // `Phase 2` is deferred if there is no `Phase 1` at the same level; otherwise both are part of the plan.
  const isLater = (point: Point): boolean =>
    /[2-9]/.test(phaseOf(point)) && !firstPhases.some(({ depth }) => depth === point.depth);
  const visit = (chapter: Point, parentKind: SectionKind, parent: number): void => {
    const own = isLater(chapter) ? "future" : sectionKind(chapter.text, parentKind);
    const kind = chapter === title ? "other" : own;
    const index = all.push({ chapter, kind, parentKind, parent }) - 1;
    for (const child of chapter.below.filter(isHeading)) visit(child, kind, index);
  };
  for (const child of root.below.filter(isHeading)) visit(child, "other", 0);
  return all;
}

export const sectionOf = ({ chapter, kind, parent }: Kinded): Section => ({
  heading: chapter.text,
  depth: chapter.depth,
  kind,
  line: chapter.line,
  endLine: chapter.endLine,
  parent,
  took: "",
});

/** Kinds of sections whose points are constraints on the work. */
export const constraintKinds: ReadonlySet<SectionKind> = new Set([
  "requirements",
  "features",
  "scope",
  "quality",
  "technical",
  "stack",
  "data",
  "endpoints",
  "design",
  "testing",
  "release",
  "dependencies",
  "other",
]);

/** Kinds of sections that give context and get no task. */
export const contextKinds: ReadonlySet<SectionKind> = new Set([
  "other",
  "context",
  "scope",
  "features",
  "stack",
  "dependencies",
]);

/** The sections of a kind whose parent is of another kind. */
export const topmost = (kinded: readonly Kinded[], kind: SectionKind): readonly Kinded[] =>
  kinded.filter((one) => one.kind === kind && one.parentKind !== kind);

/** Each section with a summary of what was read from it. */
export function withTaken(prd: Omit<Prd, "unread">): readonly Section[] {
  const counted: readonly (readonly [string, readonly { readonly line: number }[]])[] = [
    ["constraints", prd.constraints],
    ["non-goals", prd.nonGoals],
    ["answered questions", prd.answers],
    ["open questions", prd.openQuestions],
    ["criteria", prd.criteria],
    ["stories", prd.stories],
    ["models", prd.models],
    ["endpoints", prd.endpoints],
  ];
  return prd.sections.map((section, index) => {
    const end = prd.sections[index + 1]?.line ?? Number.POSITIVE_INFINITY;
    const isIn = ({ line }: { readonly line: number }): boolean => line >= section.line && line < end;
    const ids = prd.requirements
      .filter(isIn)
      .map(({ id, optional }) => (optional === null ? id : `${id} (${optional})`));
    const counts = counted.map(([name, all]) => [name, all.filter(isIn).length] as const);
    const others = counts.filter(([, count]) => count > 0).map(([name, count]) => `${name} ${count}`);
    return { ...section, took: [...ids, ...others].join(", ") };
  });
}

/** The heading that is the document's title: the first of level 1, unless there are several and it names a section. */
function titleChapter(root: Point): Point | undefined {
  const [first, ...others] = root.below.filter(({ depth }) => depth === 1);
  return others.length > 0 && kindOfWords(first?.text ?? "") !== "other" ? undefined : first;
}

/** The title of the PRD without "PRD" and the like; if there is none, a title made from the file name. */
export function titleOf(root: Point, fileName: string): string {
  const heading = titleChapter(root)?.text ?? "";
  const title = heading
    .replaceAll(/\p{Extended_Pictographic}\uFE0F?/gu, "")
    .replace(
      /^\W*(?:PRD|(?:product )?requirements? document|product requirements?|제품 요구사항( 정의서)?|要件定義書|产品需求文档)(?!\p{L})[\s#\d.]*[:：—–-]*\s*/iu,
      "",
    )
    .replace(/\s*[:—–-]?\s*[([]?\b(?:PRD|product requirements?(?: document)?)\b[)\]]?\s*$/i, "")
    .trim();
  if (title !== "" && !/^[\w-]+\.md$/.test(title)) return title;
  const words = fileName
    .replaceAll(/\.\w+$|^\d+[-_]/g, "")
    .replace(/^prd[-_]/i, "")
    .replaceAll(/[-_]+/g, " ");
  return words === "" ? fileName : words.charAt(0).toUpperCase() + words.slice(1).trim();
}
