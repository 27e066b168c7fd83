import { labelOf } from "./ids.ts";
import { kindOfLabel, optionalityOf, splitLabel } from "./labels.ts";
import type { Constraint, Part, SectionKind } from "./model.ts";
import type { Point } from "./outline.ts";
import { isHeading, own, partsOf } from "./points.ts";
import type { Kinded } from "./sections.ts";

export interface PointAt extends Constraint {
  readonly isNonGoal: boolean;
}

export function pointsAt({ chapter, kind }: Kinded, taken: ReadonlySet<number>): readonly PointAt[] {
  const out = kind === "nonGoals" || kind === "future";
  const named = chapter.label;
  // A heading such as `NG-1: Video export` is itself the point.
  if (out && named !== null && named.rest !== "")
    return [
      {
        text: named.rest,
        line: chapter.line,
        label: null,
        parts: partsOf(own(chapter)),
        section: chapter.text,
        kind,
        isNonGoal: true,
      },
    ];
  if (isCover(chapter, kind)) return [];
  const aside = new Set(["other", "scope", "features"].includes(kind) ? proseIn(own(chapter)) : []);
  return partsOf(own(chapter))
    .filter(({ line, text }) => !taken.has(line) && !aside.has(line) && optionalityOf(text) !== "optional")
    .flatMap((point) => {
      const said = splitLabel({ text: point.text, lead: null });
      const isOut = said !== null && said.rest !== "" && kindOfLabel(said.label) === "nonGoals";
      const underOut = point.label !== null && kindOfLabel(point.label) === "nonGoals";
      // The sentence that introduces non-goals or a whole section is none of its points.
      if (out && point.parts.length === 0 && /[.。]$/.test(point.text) && isIntroduction(chapter, point))
        return [];
      const text = isOut ? said.rest : out ? withoutMark(point.text) : point.text;
      const isLater = ["wont", "future"].includes(optionalityOf(point.text) ?? "");
      return [
        { ...point, text, section: chapter.text, kind, isNonGoal: out || isOut || underOut || isLater },
      ];
    });
}

/** `❌ NG-3: Audio` → `Audio` */
function withoutMark(text: string): string {
  const label = labelOf(text);
  return label?.isSetOff === true && label.rest !== "" ? label.rest : text.replace(/^[❌✗✘🚫⛔\s]+/u, "");
}

/** Sentences below an unrecognized heading are remarks; its points and rows may limit the work. */
const proseIn = (points: readonly Point[]): readonly number[] =>
  points.flatMap(({ form, lead, line, below }) =>
    form === "line" ? [...(lead === null ? [line] : []), ...proseIn(below)] : [],
  );

/** What is right below the title, or below the line at the end, describes the document: `Author: …`, a table of versions. */
const isCover = ({ text, depth, below }: Point, kind: SectionKind): boolean =>
  text === "" || (depth === 1 && below.some(isHeading) && kind === "other");

/** A sentence that introduces a whole list is not a label of its points. */
export const unintroduced = ({ text, line, label, parts }: Part): Part => ({
  text,
  line,
  label: label !== null && label.split(/\s+/).length > 5 ? null : label,
  parts,
});

const isIntroduction = (chapter: Point, { line }: Part): boolean => {
  const points = own(chapter);
  const at = points.findIndex((point) => point.form === "line" && point.line === line && point.lead === null);
  return at >= 0 && points[at + 1]?.form === "item";
};
