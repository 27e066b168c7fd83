import { plainLine, plainTitle } from "../../document/render-list.ts";
import type { Complexity } from "../../document/task-list.ts";
import { byNumber } from "../../document/task-number.ts";
import { bearersOf } from "../bearers-of.ts";
import type { SectionKind } from "../prd/heading-kind.ts";
import { isContents } from "../prd/heading-kind.ts";
import { isGeneric } from "../prd/labels.ts";
import type { Prd, Section } from "../prd/model.ts";
import { withoutDocumentKind } from "../prd/sections.ts";
import { plainHeading } from "./title.ts";

/** A statement of the PRD as a task before it is numbered. Other drafts refer to it by its key. */
export interface Draft {
  readonly key: string;
  readonly title: string;
  /** The heading of the PRD that gives the title of its phase. */
  readonly phase: string;
  readonly requirements: readonly string[];
  readonly files: readonly string[];
  readonly method: string | null;
  readonly path: string | null;
  readonly steps: readonly string[];
  /** The PRD's criteria. */
  readonly criteria: readonly string[];
  /** What takes the place of criteria if the PRD gives none. */
  readonly points: readonly string[];
  /** Criteria that are added to either: limits and status codes. */
  readonly limits: readonly string[];
  /** Keys of the drafts whose results it uses. */
  readonly needs: readonly string[];
  /** The needs that are guessed from words that both say. */
  readonly guesses: readonly string[];
  /** Whether the PRD says what it depends on: `Depends on: US-1`. */
  readonly hasStatedNeeds: boolean;
  /** Whether it tests the work of the others. */
  readonly comesLast: boolean;
}

/** A task with its number in the list. */
interface PlannedTask extends Draft {
  readonly number: string;
  readonly complexity: Complexity;
  readonly dependencies: readonly string[];
  readonly verification: readonly string[];
  /** Whether a criterion says more than the requirement's sentence. */
  readonly hasOwnCriteria: boolean;
}

export interface PlannedPhase {
  readonly number: number;
  readonly title: string;
  readonly tasks: readonly PlannedTask[];
}

export const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** All texts of a draft. */
export const saidBy = ({ title, steps, criteria, points, limits }: Draft): readonly string[] => [
  title,
  ...steps,
  ...criteria,
  ...points,
  ...limits,
];

/** A draft with all that others say beyond it, as one task. */
export function merged(draft: Draft, others: readonly Draft[]): Draft {
  const all = [draft, ...others];
  // `POST /shows`: store a show
  const isSaid = (step: string): boolean =>
    [...draft.steps, ...draft.criteria].some((text) => text.includes(step.replace(/^`[^`]+`: /, "")));
  return {
    ...draft,
    requirements: distinct(all.flatMap(({ requirements }) => requirements)),
    files: distinct(all.flatMap(({ files }) => files)),
    steps: distinct([
      ...draft.steps,
      ...others.flatMap(({ steps }) => steps.filter((step) => !isSaid(step))),
    ]),
    criteria: all.flatMap(({ criteria }) => criteria),
    points: all.flatMap(({ points }) => points),
    limits: all.flatMap(({ limits }) => limits),
    needs: all.flatMap(({ needs }) => needs),
  };
}

/**
 * Sorts drafts into phases and numbers them. Each comes after the drafts that it needs, otherwise the order is kept. A
 * draft that an earlier phase needs moves into that phase.
 * @param drafts - without cyclic needs
 */
export function arrange(drafts: readonly Draft[]): readonly PlannedPhase[] {
  const phases = [...Map.groupBy(inOrder(drafts), ({ phase }) => phase)];
  const numbers = new Map(
    phases.flatMap(([, own], phase) =>
      own.map(({ key }, index) => [key, `${phase + 1}.${index + 1}`] as const),
    ),
  );
  const isCommon = commonIn(drafts);
  return phases.map(([title, own], phase) => ({
    number: phase + 1,
    title: plainTitle(title.replace(/^phase \d+(?:\.\d+)*\s*[:—–]\s*(?=\p{L})/iu, "")),
    tasks: own.map((draft) => planned(draft, numbers, isCommon)),
  }));
}

/** Whether a third of the drafts have a criterion, such as `Typecheck passes`, which adds nothing to any of them. */
function commonIn(drafts: readonly Draft[]): (criterion: string) => boolean {
  const bearers = bearersOf(drafts, ({ criteria }) => new Set(criteria.map(plainLine)));
  return (criterion) => (bearers.get(criterion)?.length ?? 0) >= Math.max(3, drafts.length / 3);
}

function planned(
  draft: Draft,
  numbers: ReadonlyMap<string, string>,
  isCommon: (criterion: string) => boolean,
): PlannedTask {
  const { criteria, points, limits } = draft;
  const title = plainTitle(draft.title) || draft.key;
  const steps = draft.steps.length > 0 ? draft.steps.map(plainStep) : [title];
  const checked = distinct([...(criteria.length > 0 ? criteria : points), ...limits]);
  const verification = checked.length > 0 ? checked.map(plainLine) : steps.map(firstLine);
  return {
    ...draft,
    title,
    steps,
    verification,
    hasOwnCriteria: criteria.length + limits.length > 0,
    number: numbers.get(draft.key) ?? "",
    complexity: complexityOf(
      steps.map(firstLine),
      verification.filter((criterion) => !isCommon(criterion)),
    ),
    dependencies: draft.needs.flatMap((key) => numbers.get(key) ?? []).toSorted(byNumber),
  };
}

const firstLine = (step: string): string => step.split("\n")[0] ?? "";

/** A step without markup of the list such as `**Status**: Complete`, except the code after its first line. */
function plainStep(step: string): string {
  const [text = "", ...code] = step.split("\n");
  return [plainLine(text), ...code].join("\n");
}

/** Estimated from the amount of text in the PRD. */
function complexityOf(steps: readonly string[], verification: readonly string[]): Complexity {
  const points = new Set([...steps, ...verification]).size;
  if (points > 5) return "High";
  return points > 2 || steps.join(" ").length > 120 ? "Medium" : "Low";
}

/** Phase by phase in order of appearance. A draft that is needed comes first, if necessary in the earlier phase. */
function inOrder(drafts: readonly Draft[]): readonly Draft[] {
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]));
  const placed = new Map<string, Draft>();
  const place = (draft: Draft, phase: string): void => {
    if (placed.has(draft.key)) return;
    for (const key of draft.needs) {
      const needed = byKey.get(key);
      if (needed !== undefined) place(needed, phase);
    }
    placed.set(draft.key, { ...draft, phase });
  };
  for (const draft of [...Map.groupBy(drafts, ({ phase }) => phase).values()].flat())
    place(draft, draft.phase);
  return [...placed.values()];
}

/** The sections that contain a line, outermost first. */
export const sectionsAround = ({ sections }: Prd, line: number): readonly Section[] =>
  sections.filter((one) => one.heading !== "" && one.line < line && one.endLine >= line);

/** The heading of the innermost section that contains a line. */
const headingAt = (prd: Prd, line: number): string => sectionsAround(prd, line).at(-1)?.heading ?? prd.title;

/** The heading of the innermost section around a line that names an area, unlike the title and `Requirements`. */
export function areaAt(prd: Prd, line: number): string | null {
  const section = sectionsAround(prd, line).at(-1);
  // Below the document's title, the area is the whole document.
  if (section?.depth === 1 && section.heading.includes(prd.title)) return null;
  const above = prd.sections[section?.parent ?? 0];
  // `Core requirements` below each of several headings names none of them.
  const isRepeated = prd.sections.filter(({ heading }) => heading === section?.heading).length > 1;
  const namesNone = isRepeated || isGeneric(section?.heading ?? "");
  const isBelowArea = above !== undefined && above.depth > 1 && namesNone && !isContents(above.heading);
  return (isBelowArea ? above : section)?.heading ?? null;
}

/** The heading of the outermost section around a line: of a kind, or else of any below the document's title and kind. */
export function phaseAt(prd: Prd, line: number, kind?: SectionKind): string {
  const around = sectionsAround(prd, line);
  const areas = around.filter(
    ({ depth, heading }) =>
      !["", prd.title].includes(withoutDocumentKind(heading)) &&
      (depth > 1 || !heading.includes(prd.title)) &&
      !isContents(heading),
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
  guesses: [],
  hasStatedNeeds: false,
  comesLast: false,
  ...given,
});
