import { headingWords, kindOfWords, sectionKind } from "./heading-kind.ts";
import type { Prd, Section, SectionKind } from "./model.ts";
import type { Point } from "./outline.ts";
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
  const firstPhases = new Set(
    everyOne(root.below).flatMap((point) => (isPhase(point, /[01]/) ? [point.depth] : [])),
  );
  // `Phase 2` is deferred if there is no `Phase 1` at the same level; otherwise both are part of the plan.
  const isLater = (point: Point): boolean => isPhase(point, /[2-9]/) && !firstPhases.has(point.depth);
  const visit = (chapter: Point, parentKind: SectionKind, parent: number): void => {
    const own = isLater(chapter) ? "future" : sectionKind(chapter.text, parentKind);
    const kind = chapter === title ? "other" : own;
    const index = all.push({ chapter, kind, parentKind, parent }) - 1;
    for (const child of chapter.below.filter(isHeading)) visit(child, kind, index);
  };
  for (const child of root.below.filter(isHeading)) visit(child, "other", 0);
  return all;
}

const isPhase = (point: Point, number: RegExp): boolean =>
  isHeading(point) && number.test(/^phase (\d)\b/.exec(headingWords(point.text))?.[1] ?? "");

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
  "data",
  "endpoints",
  "design",
  "testing",
  "release",
  "dependencies",
  "other",
]);

/** The sections of a kind whose parent is of another kind. */
export const topmost = (kinded: readonly Kinded[], kind: SectionKind): readonly Kinded[] =>
  kinded.filter((one) => one.kind === kind && one.parentKind !== kind);

/** Each section with a summary of what was read from it. */
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

/** The index of the last section that begins at or before a line. */
function lastAtOrBefore(sections: readonly Section[], line: number): number {
  let [low, high] = [0, sections.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sections[middle]?.line ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
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
      /^\W*(?:PRD|product requirements? document|product requirements?|제품 요구사항( 정의서)?|要件定義書|产品需求文档)(?!\p{L})[\s#\d.]*[:：—–-]*\s*/iu,
      "",
    )
    .replace(/\s*[:—–-]?\s*[([]?\b(?:PRD|product requirements?(?: document)?)\b[)\]]?\s*$/i, "")
    .trim();
  if (title !== "" && !/^[\w-]+\.md$/.test(title)) return title;
  const words = fileName
    .replace(/\.\w+$/, "")
    .replace(/^\d+[-_]/, "")
    .replace(/^prd[-_]/i, "")
    .replaceAll(/[-_]+/g, " ")
    .trim();
  return words === "" ? fileName : words.charAt(0).toUpperCase() + words.slice(1);
}
