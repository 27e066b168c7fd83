import type { Label } from "./ids.ts";
import { bears } from "./ids.ts";
import { beginsStory, isAboutDocument, isHeadLine, withoutColon } from "./labels.ts";
import type { Part, Unread } from "./model.ts";

/** A piece of a PRD with the pieces below it. Everything else is read from this tree. */
export interface Point {
  readonly form: "heading" | "line" | "item" | "table" | "row" | "code";
  /** Without markup except the backticks of inline code. A table row reads `first cell: Header other cell, …`. */
  readonly text: string;
  /** The bold words at the start, without a final colon. */
  readonly lead: string | null;
  /** The struck-through words at the start. */
  readonly struck: string | null;
  /** Whether its box is ticked; null without a box. */
  readonly isDone: boolean | null;
  /** The id at the start; for a row, at the start of the first cell. */
  readonly label: Label | null;
  /** Its number in an ordered list. */
  readonly number: number | null;
  /** The cells of a row, or of a table's header. */
  readonly cells: readonly string[];
  /** The level of a heading; 0 for the root and for everything else. */
  readonly depth: number;
  readonly line: number;
  /** For a heading, the last line of its section. */
  endLine: number;
  readonly below: Point[];
}

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

/** The texts of the parts and of all parts below them, in document order. */
export const textsOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) => [part.text, ...textsOf(part.parts)]);

/** Whether a point or one of its descendants has the id of a requirement. */
export const hasLabel = (point: Point): boolean => isOwnLabel(point) || point.below.some(hasLabel);

function isOwnLabel(point: Point): boolean {
  const label = bears(point);
  if (label === null || point.form === "code") return false;
  if (point.form === "row") return label.rest === "";
  if (isHeading(point)) return !label.isBare;
  // `1.1 The system must …`, not `1.5 times as fast`
  return label.isSetOff || (label.isBare && /^\p{Lu}/u.test(label.rest));
}

/** The last line of a point and its descendants. */
export const lastLine = (point: Point): number =>
  Math.max(isHeading(point) ? point.line : point.endLine, ...point.below.map(lastLine));

/** Why a part of a template is left out. */
export const unfilledReason = "it is a placeholder";

/** `[Feature name]`, `{goal}`, `…`, `Owner: TBD`: only placeholders, perhaps after a label. */
function isUnfilled(text: string): boolean {
  const rest = text.replaceAll(placeholder, " ");
  if (rest === text || (beginsStory(text) && (text.match(placeholder)?.length ?? 0) > 1))
    return rest !== text;
  return !/[\p{L}\p{N}`]/u.test(rest.replaceAll(/[\p{L}\p{N} '’-]{1,30}[:：]/gu, ""));
}

/** An id such as `[FR-1]`, and a list after a label such as `Months: [May, June]`, are not placeholders. */
const placeholder =
  /\[(?![A-Z]+-?\d)(?<![:：]\s*\[(?=[^[\]]*,))[^[\]]{2,}\]|<\p{L}[^<>]*>|\{\p{L}[^{}]*\}|(?<![\p{L}\p{N}][^:：]*)(?:\.{3}|…|\b(?:TBD|TODO)\b)/gu;

/** Separates points that a template's user has not filled in, and headings and lead-ins that only contain such points. */
export function partUnfilled(points: readonly Point[]): {
  readonly filled: Point[];
  readonly unfilled: readonly Unread[];
} {
  const unfilled: Unread[] = [];
  const filled = points.flatMap((point) => {
    const { text, line, cells, form, below } = point;
    const inside = partUnfilled(below);
    unfilled.push(...inside.unfilled);
    const isEmptied = below.length > 0 && inside.filled.length === 0;
    const isRow =
      form === "row" && cells.some(isUnfilled) && cells.every((cell) => isUnfilled(cell) || !/\s/.test(cell));
    const whole =
      form === "code" ? "`" : [text, ...(point.form === "heading" ? [] : textsBelow(point))].join(" ");
    if (isRow || isUnfilled(whole)) unfilled.push({ text, line, reason: unfilledReason });
    else if (!isEmptied || (form === "item" && !isHeadLine(point)))
      return [{ ...point, below: inside.filled }];
    return [];
  });
  return { filled, unfilled };
}

const textsBelow = ({ below }: Point): readonly string[] =>
  below.flatMap((point) => [point.text, ...textsBelow(point)]);
