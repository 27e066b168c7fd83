import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { isTerminal, paint } from "./paint.ts";

const gap = "  ";
const ellipsis = "…";

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
  const count = Math.max(0, ...rows.map((row) => row.length));
  const natural = Array.from({ length: count }, (_, column) =>
    rows.reduce((widest, row) => Math.max(widest, stringWidth(row[column] ?? "")), 0),
  );
  const widths = fitTerminal(natural, flexible);
  const inWidth = (cell: string, column: number): string => {
    const text = shorten(cell, widths[column] ?? 0);
    return text + " ".repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(text)));
  };
  return rows.map((row) => row.map(inWidth).join(gap).trimEnd()).join("\n");
}

/** Cuts the widest of the other columns first, then the flexible one, until all fit the terminal or none can be cut. */
function fitTerminal(natural: readonly number[], flexible: number): readonly number[] {
  // A terminal that does not know its size has 0 columns.
  const cells = process.stdout.columns || Number.POSITIVE_INFINITY;
  const widths = [...natural];
  const width = (column: number): number => widths[column] ?? 0;
  let excess = widths.reduce((sum, one) => sum + one, gap.length * (widths.length - 1)) - cells;
  for (; excess > 0; excess--) {
    const beside = widths.with(flexible, 0);
    const widest = beside.indexOf(Math.max(...beside));
    const isFlexible = width(widest) <= longestBeside && width(flexible) > shortestFlexible;
    if (!isFlexible && width(widest) <= shortestBeside) break;
    widths[isFlexible ? flexible : widest] = width(isFlexible ? flexible : widest) - 1;
  }
  return widths;
}

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
  return at < 0 ? kept + ellipsis : text.slice(0, at) + kept + ellipsis + text.slice(at + plain.length);
}

const barWidth = 20;

/** The share that is done as a bar; empty outside a terminal. */
export function bar(done: number, total: number): string {
  if (!isTerminal()) return "";
  // Only 100% shows a full bar and only 0% an empty one, whatever rounding gives.
  const share = total === 0 ? 0 : (done / total) * barWidth;
  const filled = done === total ? Math.round(share) : Math.min(barWidth - 1, Math.ceil(share));
  return paint("green", "█".repeat(filled)) + paint("dim", "░".repeat(barWidth - filled));
}
