import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { isTerminal, paint } from "./paint.ts";

const GAP = "  ";
const ELLIPSIS = "…";

/** Enough for a status, a name or a bar. Other columns are cut to this width before the flexible one is cut. */
const longestBeside = 20;
/** Shorter titles would be indistinguishable. */
const shortestFlexible = 12;
/** A task number is never cut. */
const shortestBeside = 6;

/**
 * Rows with aligned columns. If they would wrap on a terminal, long cells end in an ellipsis. The column `flexible`
 * keeps the space that the others can spare.
 */
export function table(rows: readonly (readonly string[])[], flexible: number): string {
  // A terminal that does not know its size has 0 columns.
  const cells = process.stdout.columns || Number.POSITIVE_INFINITY;
  const widths = fitWidths(columnWidths(rows), flexible, cells);
  return rows
    .map((row) => row.map((cell, column) => shorten(cell, widths[column] ?? 0)))
    .map((row) => alignRow(row, widths))
    .join("\n");
}

function columnWidths(rows: readonly (readonly string[])[]): readonly number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, column) =>
    rows.reduce((widest, row) => Math.max(widest, stringWidth(row[column] ?? "")), 0),
  );
}

/** The widths that fit a line of this many cells, as far as columns can be cut. */
function fitWidths(widths: readonly number[], flexible: number, cells: number): readonly number[] {
  const isBeside = (column: number): boolean => column !== flexible;
  const isFlexible = (column: number): boolean => column === flexible;
  const stages = [
    [isBeside, longestBeside],
    [isFlexible, shortestFlexible],
    [isBeside, shortestBeside],
  ] as const;
  const budget = cells - GAP.length * (widths.length - 1);
  return stages.reduce((now, [isCut, shortest]) => cut(now, isCut, shortest, budget), widths);
}

/** Cuts the widest of the columns first, and none below `shortest`, until all fit the budget. */
function cut(
  widths: readonly number[],
  isCut: (column: number) => boolean,
  shortest: number,
  budget: number,
): readonly number[] {
  const capped = (cap: number) =>
    widths.map((width, column) => (isCut(column) ? Math.min(width, cap) : width));
  let cap = Math.max(...widths.filter((_, column) => isCut(column)));
  while (cap > shortest && sum(capped(cap)) > budget) cap--;
  return capped(cap);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const alignRow = (row: readonly string[], widths: readonly number[]): string =>
  row
    .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell))))
    .join(GAP)
    .trimEnd();

/** Colours around a cell stay. Colours inside a cell that is cut are removed. */
function shorten(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const plain = stripVTControlCharacters(text);
  let kept = "";
  for (const character of plain) {
    if (stringWidth(kept + character) >= width) break;
    kept += character;
  }
  const at = text.indexOf(plain);
  return at < 0 ? kept + ELLIPSIS : text.slice(0, at) + kept + ELLIPSIS + text.slice(at + plain.length);
}

const WIDTH = 20;

/** The share that is done as a bar; empty outside a terminal. */
export function bar(done: number, total: number): string {
  if (!isTerminal()) return "";
  // Only 100% shows a full bar and only 0% an empty one, whatever rounding gives.
  const share = total === 0 ? 0 : (done / total) * WIDTH;
  const filled = done === total ? Math.round(share) : Math.min(WIDTH - 1, Math.ceil(share));
  return paint("green", "█".repeat(filled)) + paint("dim", "░".repeat(WIDTH - filled));
}
