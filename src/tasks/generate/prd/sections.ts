import type { SectionKind } from "./heading-kind.ts";
import { isContents, kindOfWords, sectionKind } from "./heading-kind.ts";
import {
  beginsStory,
  emoji,
  isAboutDocument,
  labelOf,
  obliges,
  optionalityOf,
  saysNothing,
  splitLabel,
  withoutColon,
} from "./labels.ts";
import type { Constraint, Part, Passage, Prd, Section, Story } from "./model.ts";
import type { Outline } from "./outline.ts";
import type { Point } from "./points.ts";
import {
  current,
  detailsIn,
  everyOne,
  hasLabel,
  isHead,
  isHeading,
  isStory,
  own,
  passagesOf,
  withoutNumber,
  withoutStruck,
} from "./points.ts";

/** A section with its points. */
export interface Kinded extends Section {
  readonly chapter: Point;
  readonly parentKind: SectionKind;
}

/** Every section with its kind, in document order. The root comes first. */
export function classify(root: Point): readonly Kinded[] {
  const all: Kinded[] = [];
  const title = titleChapter(root);
  const areTold = everyOne([root]).some((one) => isHeading(one) && kindOfWords(one.text) === "stories");
  const kindIn = (chapter: Point, parentKind: SectionKind): SectionKind => {
    if (chapter === title) return "other";
    if (parentKind !== "questions" && withoutStruck(chapter) === null) return "nonGoals";
    const isTold =
      isStory(chapter) || chapter.label?.family === "story" || (areTold && tellsStories(chapter));
    const kind = sectionKind(isTold ? "User story" : chapter.text, parentKind);
    return kindByContent(chapter, kind);
  };
  const visit = (chapter: Point, parentKind: SectionKind, parent: number | null): void => {
    const { text: heading, depth, line, endLine, below } = chapter;
    const kind = kindIn(chapter, parentKind);
    // `Epic 3: …` as the title is the id of the document, not of a requirement.
    const isGroup = below.some(hasLabel) || isDocument(chapter);
    const named = chapter === title && isGroup ? { ...chapter, label: null } : chapter;
    const index =
      all.push({ chapter: named, parentKind, heading, depth, kind, line, endLine, parent, took: "" }) - 1;
    // In what is done, all is done.
    for (const child of below.filter(isHeading))
      visit(
        chapter.isDone ? { ...child, isDone: true } : child,
        isContents(heading) ? parentKind : kind,
        index,
      );
  };
  visit(root, "other", null);
  return all;
}

/** The kind of a section whose heading and points say more than its kind does. */
function kindByContent(chapter: Point, kind: SectionKind): SectionKind {
  if (isDeferred(chapter.text, kind)) return "future";
  if (kind === "decisions" && isOnTopics(chapter)) return "technical";
  return kind === "metrics" && isChecklist(chapter) ? "criteria" : kind;
}

/** Whether a title with an id is that of a document with a section of requirements, unlike one of a single story. */
function isDocument({ label, below }: Point): boolean {
  const kinds = below.filter(isHeading).map(({ text }) => kindOfWords(text));
  return label?.family !== "story" && (kinds.includes("requirements") || kinds.includes("features"));
}

/** Whether a heading of an unknown kind, such as a role, only has lines that tell stories. */
const tellsStories = (chapter: Point): boolean => {
  const lines = own(chapter);
  const areStories = lines.every((one) => one.form === "line" && !isHead(one) && beginsStory(one.text));
  return lines.length > 0 && areStories && kindOfWords(chapter.text) === "other";
};

/**
 * Whether a heading such as `Load Tests (deferred)` defers its section. Unlike `REST API (optional)`, `Technical
 * Considerations (Optional)` can come from a template. `Phase 5: Launch` is a part of a plan, and a requirement with
 * such a heading is optional by itself.
 */
function isDeferred(heading: string, kind: SectionKind): boolean {
  const mayBe = constraintKinds.has(kind) && kind !== "requirements" && kind !== "features";
  if (!mayBe || /^\P{L}*phase \d/iu.test(heading)) return false;
  const mark = optionalityOf(heading);
  return mark === "optional" ? kind === "endpoints" : mark !== null;
}

/** Whether a heading such as `Architecture & Tech Decisions` only has subsections that ask nothing. */
const isOnTopics = ({ text, below }: Point): boolean =>
  /\b(?:architectur|design|tech)\w*\b.*\bdecisions?\b/i.test(text) &&
  below.length > 0 &&
  below.every((one) => isHeading(one) && !/[?？]/.test(one.text));

/** Whether all points have boxes. Below `Success Criteria` these are conditions to meet, unlike measures of the result. */
function isChecklist({ below }: Point): boolean {
  const items = everyOne(below).filter(({ form }) => form === "item" || form === "row");
  return items.length > 0 && items.every(({ isDone }) => isDone !== null);
}

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

/** Whether a story is finished or marked in its own words, not only below a heading such as `Phase 2`. */
export const isUnbuilt = ({ title, text, optional }: Story): boolean =>
  optional === "done" || (optional !== null && optionalityOf(title ?? text) !== null);

/**
 * What the PRD says that gets no task of its own: points of plans, of measures and of context, prose beside
 * requirements, stories without criteria, and deferred points below a requirement to build.
 */
export function leftOut({
  constraints,
  aside,
  stories,
  requirements,
}: Pick<Prd, "constraints" | "aside" | "stories" | "requirements">): readonly Passage[] {
  const required = new Set(requirements.map(({ line }) => line));
  const isUntold = ({ line, criteria, optional }: Story): boolean =>
    criteria.length === 0 && optional === null && !required.has(line);
  const points = constraints.filter(({ kind }) => contextKinds.has(kind));
  const parts = requirements.flatMap((one) => (one.optional === null ? one.parts : []));
  const kept = new Set(passagesOf(current(parts)).map(({ line }) => line));
  const deferred = passagesOf(parts).filter(({ line }) => !kept.has(line));
  return [...aside, ...points, ...stories.filter(isUntold), ...deferred].toSorted(
    (one, other) => one.line - other.line,
  );
}

/** The sections of a kind whose parent is of another kind. */
export const topmost = (kinded: readonly Kinded[], kind: SectionKind): readonly Kinded[] =>
  kinded.filter((one) => one.kind === kind && one.parentKind !== kind);

/** Each section with a summary of what was read from it. */
export function withTaken(prd: Omit<Prd, "unread">): readonly Section[] {
  const without = new Set(leftOut(prd));
  const counted = {
    constraints: prd.constraints.filter((one) => !without.has(one)),
    "non-goals": prd.nonGoals,
    "answered questions": prd.answers,
    "open questions": prd.openQuestions,
    criteria: [...new Map(prd.criteria.map((one) => [one.line, one])).values()],
    stories: prd.stories.filter((one) => !without.has(one)),
    models: prd.models,
    endpoints: prd.endpoints,
    "without a task of their own": [...without],
  };
  return prd.sections.map((section, index) => {
    const end = prd.sections[index + 1]?.line ?? Number.POSITIVE_INFINITY;
    const isIn = ({ line }: { readonly line: number }): boolean => section.line <= line && line < end;
    const ids = prd.requirements
      .filter(isIn)
      .map(({ id, optional }) => (optional === null ? id : `${id} (${optional})`));
    const counts = Object.entries(counted)
      .map(([name, all]) => [name, all.filter(isIn).length] as const)
      .flatMap(([name, count]) => (count > 0 ? [`${name} ${count}`] : []));
    return { ...section, took: [...ids, ...counts].join(", ") };
  });
}

/**
 * The heading that is the document's title: the first of level 1, unless there are several and it names a section.
 * `PRD: …` is a title whatever else its words can mean.
 */
function titleChapter(root: Point): Point | undefined {
  const [first, ...others] = root.below.filter(({ depth }) => depth === 1);
  const heading = first?.text ?? "";
  const isNamed = !["", heading].includes(withoutDocumentKind(heading));
  return others.length > 0 && !isNamed && kindOfWords(heading) !== "other" ? undefined : first;
}

/** The title of the PRD, else of its front matter, without "PRD" and the like; else one made from the file name. */
export function titleOf({ root, title: given }: Outline, fileName: string): string {
  const chapter = titleChapter(root);
  const written = withoutDocumentKind(chapter?.text ?? "") || nameBelow(chapter) || nameAbove(root);
  const title = written || withoutDocumentKind(given);
  if (title !== "") return title;
  const words = fileName
    .replaceAll(/\.\w+$|^\d+[-_]/g, "")
    .replace(/^prd[-_]/i, "")
    .replaceAll(/[-_]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The heading right below one such as `Product Requirements Document`, if what it holds is about the document. */
function nameBelow(chapter: Point | undefined): string {
  const [first] = chapter?.below ?? [];
  const isBare = first?.below.every((one) => isHeading(one) || isAboutDocument(one.text));
  const isName = first !== undefined && isBare && isHeading(first) && kindOfWords(first.text) === "other";
  return isName ? withoutDocumentKind(first.text) : "";
}

/** The name in a line such as `PRD: Film Club` above the first heading. */
function nameAbove({ below: [first] }: Point): string {
  const text = first?.form === "line" ? first.text : "";
  const name = withoutDocumentKind(text);
  return name === text ? "" : name;
}

/** A title without "PRD" and the like. */
export const withoutDocumentKind = (heading: string): string =>
  heading
    .replaceAll(new RegExp(emoji, "gu"), "")
    .replace(
      /^[^\p{L}\p{N}]*(?:PRD(?:\.md)?|(?:(?:project|product) )?(?:brief|pitch)(?=\s*[:：—–])|(?:game design document|gdd)(?=\s*[:：—–-])|(?:lasten|pflichten)heft|cahier des charges|(?:feature |product |software )?(?:requirements? )?spec(?:ification)?(?: \(srs\))?(?=\s*(?:[:：—–-]|$))|プロダクト要求(?:定義|仕様)書|(?:product )?requirements? document|product requirements?|제품 요구사항(?: 정의서| 문서)?|要件定義書|产品需求文档)(?!\p{L})(?: \(PRD(?:\.md)?\))?[\s#\d.]*[:：—–-]*\s*/iu,
      "",
    )
    .replace(
      /\s*[:—–-]?\s*[([]?(?<!\p{L})(?:MVP )?(?:PRD|product requirements?(?: document)?|产品需求文档|要件定義書)(?: \(PRD)?[)\]]?\s*(?:\(v?\d[\d.]*\))?\s*$/iu,
      "",
    )
    .trim()
    .replace(/^\([^()]*\)$/, "");

export interface PointAt extends Constraint {
  readonly isNonGoal: boolean;
  /** Whether it is prose that requires nothing. */
  readonly isRemark?: boolean;
  /** Whether it is marked as optional. A step of a numbered list is the user's choice. */
  readonly isOptional?: boolean;
}

/**
 * The points of a section that no requirement took, as constraints, criteria or non-goals.
 * @param declared - the lines that declare models and endpoints
 */
export function pointsAt(
  { chapter, kind }: Kinded,
  taken: ReadonlySet<number>,
  declared: ReadonlySet<number>,
): readonly PointAt[] {
  const out = kind === "nonGoals" || kind === "future";
  const { text: section, line, label: id } = chapter;
  const details = detailsIn(openPoints(own(chapter)), section);
  const code = constraintKinds.has(kind) ? details.code.filter((block) => !isDeclared(block, declared)) : [];
  const parts = withHeading(chapter, details.parts, code);
  const codeAfter = Map.groupBy(code, (block) => parts.findLast(({ line: at }) => at <= block.line));
  // A heading such as `NG-1: Video export` is the non-goal itself.
  if (out && id !== null)
    return [{ text: id.rest, line, label: null, parts, code: [], section, kind, isNonGoal: true }];
  if (isCover(chapter, kind) || chapter.isDone) return [];
  const mayRemark = ["other", "scope", "features", "requirements"].includes(kind);
  // Beside a point on phase 1, one on phase 2 is part of a plan.
  const isPlan = parts.some(({ text: said }) => /^phase [01]\b/i.test(said));
  const prose = mayRemark ? proseIn(own(chapter)) : [];
  // The first line above others only introduces them.
  const introduction = chapter.below.length > 1 && prose[0] === chapter.below[0]?.line ? prose[0] : null;
  const steps = new Set(
    everyOne(own(chapter)).flatMap(({ number, line: at }) => (number === null ? [] : [at])),
  );
  return parts
    .filter(({ text: said, line: at }) => !taken.has(at) && at !== introduction && !saysNothing(said))
    .flatMap(pointsLeftOut)
    .map((part) => ({
      ...asPoint(part, out, isPlan),
      ...{ code: codeAfter.get(part) ?? [], section, kind, isRemark: prose.includes(part.line) },
      isOptional: isOptional(part.text) && !steps.has(part.line),
    }))
    .filter(
      ({ text: said, parts: below, code: shown }) => !/[:：]$/.test(said) || below.length + shown.length > 0,
    );
}

/** The points below a point such as `Out of scope`, or the point itself. */
function pointsLeftOut(part: Part): readonly Part[] {
  const label = withoutColon(part.text);
  const isLabel = label.split(/\s+/).length <= 4 && kindOfWords(label) === "nonGoals";
  return part.parts.length > 0 && isLabel ? part.parts.map((one) => ({ ...one, label })) : [part];
}

/** A part as a non-goal if its section, its label or its own words leave it out. */
function asPoint(part: Part, out: boolean, isPlan: boolean): Part & Pick<PointAt, "isNonGoal"> {
  const underOut = part.label !== null && kindOfWords(part.label) === "nonGoals";
  const said = splitLabel(part);
  const isOut = said !== null && said.rest !== "" && kindOfWords(said.label) === "nonGoals";
  const mark = isPlan && /^phase/i.test(part.text) ? null : optionalityOf(part.text);
  const isLater = mark === "wont" || mark === "future" || excluded.test(part.text);
  const text = isOut ? said.rest : out ? withoutMark(part.text) : part.text;
  const isNonGoal = out || isOut || underOut || isLater;
  return { ...part, label: isNonGoal ? null : part.label, text, isNonGoal };
}

const isDeclared = ({ text, line }: Passage, declared: ReadonlySet<number>): boolean =>
  text.split("\n").some((_, at) => declared.has(line + 1 + at));

/** The points of a section, and its heading as one if the section begins with code. */
function withHeading(
  { text: section }: Point,
  parts: readonly Part[],
  [first]: readonly Passage[],
): readonly Part[] {
  if (first === undefined || parts.some(({ line }) => line < first.line)) return parts;
  return [{ text: withoutNumber(section), line: first.line, label: null, parts: [] }, ...parts];
}

/** The points without those that are ticked. */
export const openPoints = (points: readonly Point[]): readonly Point[] =>
  points
    .filter(({ isDone }) => !isDone)
    .map((point) => (isHead(point) ? { ...point, below: [...openPoints(point.below)] } : point));

/** What a declaration such as `` `PORT`: number (optional) `` is about must still be there. */
const isOptional = (text: string): boolean =>
  optionalityOf(text) === "optional" && !/^`[^`]+`\s*[:：(—–-]/.test(text);

/** `Social login is out of scope for this version.` */
const excluded = /^[^.;—]*\b(?:is|are) (?:explicitly )?out of scope\b[^.;—]*\.?$/i;

/** `❌ NG-3: Audio` → `Audio` */
function withoutMark(text: string): string {
  const label = labelOf(text);
  return label?.isSetOff === true ? label.rest : text.replace(/^[❌✗✘🚫⛔\s]+/u, "");
}

/** A line without a label, a mark such as `✅` or a word such as `must`, which requires nothing. */
const isRemark = (text: string, lead: string | null): boolean =>
  lead === null && !/^\p{S}/u.test(text) && !obliges(text);

/** The lines of prose that require nothing: remarks, unlike points and rows. */
const proseIn = (points: readonly Point[]): readonly number[] =>
  points.flatMap(({ form, lead, text, line, below }) =>
    form === "line" ? [...(isRemark(text, lead) ? [line] : []), ...proseIn(below)] : [],
  );

/** The text right below the title describes the document: `Author: …`, a table of versions. */
export const isCover = ({ text, depth, below }: Point, kind: SectionKind): boolean =>
  text === "" || (depth === 1 && below.some(isHeading) && kind === "other");
