import type { SectionKind } from "./heading-kind.ts";
import { kindOfWords } from "./heading-kind.ts";
import { labelOf } from "./ids.ts";
import { obliges, optionalityOf, splitLabel } from "./labels.ts";
import type { Constraint } from "./model.ts";
import type { Point } from "./points.ts";
import { isHeading, own, partsOf } from "./points.ts";
import type { Kinded } from "./sections.ts";

export interface PointAt extends Constraint {
  readonly isNonGoal: boolean;
}

export function pointsAt({ chapter, kind }: Kinded, taken: ReadonlySet<number>): readonly PointAt[] {
  const out = kind === "nonGoals" || kind === "future";
  const { text: section, line, label } = chapter;
  const parts = partsOf(own(chapter));
  // A heading such as `NG-1: Video export` is the non-goal itself.
  if (out && label !== null && label.rest !== "")
    return [{ text: label.rest, line, label: null, parts, section, kind, isNonGoal: true }];
  if (isCover(chapter, kind)) return [];
  const mayRemark = ["other", "scope", "features", "requirements"].includes(kind);
  const aside = new Set(mayRemark ? proseIn(own(chapter)) : []);
  return parts
    .filter(
      (point) => !taken.has(point.line) && !aside.has(point.line) && optionalityOf(point.text) !== "optional",
    )
    .map((point) => {
      const said = splitLabel({ text: point.text, lead: null });
      const isOut = said !== null && said.rest !== "" && kindOfWords(said.label) === "nonGoals";
      const underOut = point.label !== null && kindOfWords(point.label) === "nonGoals";
      const isLater =
        ["wont", "future"].includes(optionalityOf(point.text) ?? "") || excluded.test(point.text);
      const text = isOut ? said.rest : out ? withoutMark(point.text) : point.text;
      const isNonGoal = out || isOut || underOut || isLater;
      return { ...point, label: isNonGoal ? null : point.label, text, section, kind, isNonGoal };
    });
}

/** `Social login is out of scope for this version.` */
const excluded = /^[^.;—]*\b(?:is|are) (?:explicitly )?out of scope\b[^.;—]*\.?$/i;

/** `❌ NG-3: Audio` → `Audio` */
function withoutMark(text: string): string {
  const label = labelOf(text);
  return label?.isSetOff === true && label.rest !== "" ? label.rest : text.replace(/^[❌✗✘🚫⛔\s]+/u, "");
}

/** A line without a label, a mark such as `✅` or a word such as `must`, which requires nothing. */
const isRemark = (text: string, lead: string | null): boolean =>
  lead === null && !/^\p{S}/u.test(text) && !obliges(text);

/** The lines of prose that require nothing: remarks, unlike points and rows. */
const proseIn = (points: readonly Point[]): readonly number[] =>
  points.flatMap(({ form, lead, text, line, below }) =>
    form === "line" ? [...(isRemark(text, lead) ? [line] : []), ...proseIn(below)] : [],
  );

/** The text right below the title or the final rule describes the document: `Author: …`, a table of versions. */
export const isCover = ({ text, depth, below }: Point, kind: SectionKind): boolean =>
  text === "" || (depth === 1 && below.some(isHeading) && kind === "other");
