import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";

const GAP = "  ";
const ELLIPSIS = "…";

/** Rows with their columns in line; on a terminal the column named by `flexible` gives way so that no line wraps. */
export function table(rows: readonly (readonly string[])[], flexible: number): string {
  const widths = columnWidths(rows);
  const total = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  const excess = Math.max(0, total - (process.stdout.columns ?? Number.POSITIVE_INFINITY));
  const widest = Math.max(12, (widths[flexible] ?? 0) - excess);
  return rows
    .map((row) => row.map((cell, column) => (column === flexible ? shorten(cell, widest) : cell)))
    .map((row) => alignRow(row, widths.with(flexible, Math.min(widest, widths[flexible] ?? 0))))
    .join("\n");
}

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, column) =>
    rows.reduce((widest, row) => Math.max(widest, stringWidth(row[column] ?? "")), 0),
  );
}

const alignRow = (row: readonly string[], widths: readonly number[]): string =>
  row
    .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell))))
    .join(GAP)
    .trimEnd();

function shorten(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = "";
  for (const character of stripVTControlCharacters(text)) {
    if (stringWidth(kept + character) >= width) break;
    kept += character;
  }
  return kept + ELLIPSIS;
}
