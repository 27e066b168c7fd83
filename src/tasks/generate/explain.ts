import { table } from "../terminal/table.ts";
import { nameOfKind } from "./prd/kind-name.ts";
import type { Prd } from "./prd/prd.ts";

/** How each part of a PRD was read, and what looked like a requirement without being taken for one. */
export function explainReading({ readings, untaken }: Prd): string {
  const rows = readings.map(({ line, heading, kind, took }) => [
    `${line}`,
    heading,
    took === "" ? nameOfKind(kind) : `${nameOfKind(kind)}: ${took}`,
  ]);
  const left = untaken.map(({ line, text, reason }) => [`${line}`, text, reason]);
  return [
    "Read as:",
    table(rows, 2),
    ...(left.length === 0 ? [] : ["", "Looks like a requirement and was not taken:", table(left, 1)]),
  ].join("\n");
}
