import { labelOf } from "./ids.ts";
import { kindOfLabel, optionalityOf, splitLabel } from "./labels.ts";
import type { Chapter } from "./markdown.ts";
import type { Constraint, Part, SectionKind } from "./model.ts";
import { pointsOf } from "./points.ts";
import type { Kinded } from "./sections.ts";

/** Sections of these kinds say how the work is done. */
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

export interface PointAt extends Constraint {
  readonly isNonGoal: boolean;
}

export function pointsAt({ chapter, kind }: Kinded, taken: ReadonlySet<number>): readonly PointAt[] {
  const out = kind === "nonGoals" || kind === "future";
  const named = labelOf(chapter.heading);
  // A heading such as `NG-1: Video export` is itself the point.
  if (out && named !== null && named.rest !== "")
    return [
      {
        text: named.rest,
        line: chapter.line,
        label: null,
        parts: pointsOf(chapter),
        section: chapter.heading,
        kind,
        isNonGoal: true,
      },
    ];
  if (isCover(chapter, kind)) return [];
  const aside = new Set(["other", "scope", "features"].includes(kind) ? proseIn(chapter) : []);
  return pointsOf(chapter)
    .filter(({ line, text }) => !taken.has(line) && !aside.has(line) && optionalityOf(text) !== "optional")
    .flatMap((point) => {
      const own = splitLabel({ text: point.text, lead: null });
      const isOut = own !== null && own.rest !== "" && kindOfLabel(own.label) === "nonGoals";
      const underOut = point.label !== null && kindOfLabel(point.label) === "nonGoals";
      // The sentence that introduces non-goals or a whole section is none of its points.
      if (out && point.parts.length === 0 && /[.。]$/.test(point.text) && isIntroduction(chapter, point))
        return [];
      const text = isOut ? own.rest : out ? withoutMark(point.text) : point.text;
      const isLater = ["wont", "future"].includes(optionalityOf(point.text) ?? "");
      return [
        { ...point, text, section: chapter.heading, kind, isNonGoal: out || isOut || underOut || isLater },
      ];
    });
}

/** `❌ NG-3: Audio` → `Audio` */
function withoutMark(text: string): string {
  const label = labelOf(text);
  return label?.isSetOff === true && label.rest !== "" ? label.rest : text.replace(/^[❌✗✘🚫⛔\s]+/u, "");
}

/** Sentences below an unrecognized heading are remarks; its points and rows may limit the work. */
const proseIn = ({ blocks }: Chapter): readonly number[] =>
  blocks.flatMap((block) =>
    block.kind === "paragraph" ? block.lines.filter(({ lead }) => lead === null).map(({ line }) => line) : [],
  );

/** What is right below the title, or below the line at the end, describes the document: `Author: …`, a table of versions. */
const isCover = ({ heading, depth, chapters }: Chapter, kind: SectionKind): boolean =>
  heading === "" || (depth === 1 && chapters.length > 0 && kind === "other");

/** A sentence that introduces a whole list is not a label of its points. */
export const unintroduced = ({ text, line, label, parts }: Part): Part => ({
  text,
  line,
  label: label !== null && label.split(/\s+/).length > 5 ? null : label,
  parts,
});

const isIntroduction = ({ blocks }: Chapter, { line }: Part): boolean => {
  const [first, second] = blocks;
  if (first?.kind !== "paragraph" || second?.kind !== "list") return false;
  return first.lines.some((one) => one.line === line && one.lead === null);
};
