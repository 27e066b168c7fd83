import { bears } from "./ids.ts";
import { isAboutDocument, isHeadLine, withoutColon } from "./labels.ts";
import type { Part } from "./model.ts";
import type { Point } from "./outline.ts";

export const isHeading = ({ form }: Point): boolean => form === "heading";

/** The points below a point, without subsections. */
export const own = ({ below }: Point): readonly Point[] => below.filter((point) => !isHeading(point));

/** A line that only introduces the points below it. */
export const isHead = (point: Point): boolean => point.form === "line" && isHeadLine(point);

/** The points and all descendants, in document order. */
export const everyOne = (points: readonly Point[]): readonly Point[] =>
  points.flatMap((point) => [point, ...everyOne(point.below)]);

/** All lines of prose, items and rows below a point, without subsections. */
export const linesBelow = (point: Point): readonly Point[] =>
  own(point).flatMap((one) => [
    ...(one.form === "table" || one.form === "code" ? [] : [one]),
    ...linesBelow(one),
  ]);

/** Points as parts, each labelled with the line that introduces it. Below the first level, such lines are parts. */
export const partsOf = (points: readonly Point[], label: string | null = null): readonly Part[] =>
  points.flatMap((point) => {
    const { form, text, below, struck, isDone } = point;
    if (form === "code" || isHeading(point) || isDone) return [];
    if (form === "table") return partsOf(below, label);
    if (isHead(point)) return partsOf(below, withoutColon(text));
    const isLeftOut = struck !== null || isAboutDocument(text) || (text === "" && below.length === 0);
    return isLeftOut ? [] : [partOf(point, label)];
  });

/** A point with the points below it. */
export const partOf = ({ text, line, below }: Point, label: string | null): Part => ({
  text,
  line,
  label,
  parts: below
    .flatMap((point) => (point.form === "table" ? point.below : [point]))
    .flatMap((point) => (point.form === "code" || point.isDone ? [] : [partOf(point, null)])),
});

/** Whether a point or one of its descendants has the id of a requirement. */
export const hasLabel = (point: Point): boolean => isOwnLabel(point) || point.below.some(hasLabel);

function isOwnLabel(point: Point): boolean {
  const label = bears(point);
  if (label === null || point.form === "code") return false;
  if (point.form === "row") return label.rest === "";
  return isHeading(point) ? !label.isBare : label.isSetOff;
}

/** The last line of a point and its descendants. */
export const lastLine = (point: Point): number =>
  Math.max(isHeading(point) ? point.line : point.endLine, ...point.below.map(lastLine));
