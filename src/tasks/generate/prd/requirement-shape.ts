import type { Label } from "./ids.ts";
import { labelOfLine } from "./ids.ts";
import { isBoldLine, kindOfLabel, withoutColon } from "./labels.ts";
import type { Block, Chapter, Line } from "./markdown.ts";
import { requirementRows } from "./requirement-table.ts";

/** The families of ids that begin a requirement. */
const families: readonly Label["family"][] = ["requirement", "quality", "story"];

/** A heading over prose, or over nothing, is itself the requirement; over points it is their area. */
export function isOneRequirement({ blocks, chapters }: Chapter): boolean {
  if (chapters.length > 0) return false;
  const [first] = blocks;
  if (first === undefined) return true;
  if (blocks.some((block) => hasLabels(block))) return false;
  if (first.kind === "list") return false;
  if (first.kind === "table") return requirementRows(first) === null;
  if (first.kind === "code") return true;
  const hasNumbers = blocks.some((block) => block.kind === "list" && block.ordered);
  const heads = first.lines.filter((line) => isBoldLine(line));
  return !hasNumbers && heads.every(({ text }) => kindOfLabel(withoutColon(text)) === "criteria");
}

export const unbolded = (text: string): Pick<Line, "text" | "lead"> => ({ text, lead: null });

const linesIn = (block: Block): readonly Pick<Line, "text" | "lead">[] =>
  block.kind === "paragraph" ? block.lines : block.kind === "list" ? block.items : [];

/** The id of a requirement that a line begins with. */
export const bears = (line: Pick<Line, "text" | "lead">): Label | null => {
  const label = labelOfLine(line);
  return label !== null && families.includes(label.family) ? label : null;
};

/** Whether a block lists what bears an id, itself or in the points below its points. */
export function hasLabels(block: Block): boolean {
  if (block.kind === "table")
    return block.rows.some(({ cells }) => bears(unbolded(cells[0] ?? ""))?.rest === "");
  if (linesIn(block).some((line) => bears(line)?.isSetOff === true)) return true;
  return block.kind === "list" && block.items.some((item) => item.blocks.some((below) => hasLabels(below)));
}

export function hasLabelBelow({ blocks, chapters }: Chapter): boolean {
  return (
    blocks.some((block) => hasLabels(block)) ||
    chapters.some((child) => bears(unbolded(child.heading))?.isBare === false || hasLabelBelow(child))
  );
}

export const lastLineOf = ({ blocks, chapters, line }: Chapter): number =>
  Math.max(line, ...blocks.map((block) => lastLine(block)), ...chapters.map((child) => lastLineOf(child)));

export function lastLine(block: Block): number {
  if (block.kind === "code") return block.line + block.text.split("\n").length + 1;
  if (block.kind === "table") return block.rows.at(-1)?.line ?? block.line;
  if (block.kind === "paragraph") return block.lines.at(-1)?.line ?? 1;
  const last = block.items.at(-1);
  return Math.max(last?.line ?? 1, ...(last?.blocks ?? []).map((below) => lastLine(below)));
}
