import type { Label } from "./ids.ts";
import { labelOf } from "./ids.ts";
import {
  isAboutDocument,
  isBoldLine,
  isDescription,
  isEntryData,
  isHeadLine,
  isPriority,
  kindOfLabel,
  optionalityOfPriority,
  splitLabel,
  withoutColon,
} from "./labels.ts";
import type { Block, Item, Line } from "./markdown.ts";
import type { CodeSample, Optionality, Part, Passage } from "./model.ts";
import { lastLine } from "./requirement-shape.ts";
import { rowPassage } from "./requirement-table.ts";

/** A requirement as it is being read, before all ids are known. */
export interface OpenRequirement {
  readonly label: Label | null;
  /** Its number in a list or a table, where it has no id. */
  readonly number: number | null;
  readonly heading: NumberedHeading | null;
  title: string | null;
  text: string;
  readonly lead: readonly Passage[];
  readonly parts: Part[];
  area: string | null;
  readonly criteria: Passage[];
  readonly code: CodeSample[];
  optional: Optionality | null;
  readonly isQuality: boolean;
  readonly line: number;
  endLine: number;
}

export interface OpenGroup extends Passage {
  readonly id: string;
  readonly members: OpenRequirement[];
}

/** The heading above a numbered list: its own number where it has one, else its position among such headings. */
export interface NumberedHeading {
  readonly number: string | null;
  readonly position: number;
}

/** Adds blocks to a requirement: its text, parts, criteria, samples of code, and what its labels say of it. */
export function absorb(requirement: OpenRequirement, blocks: readonly Block[], label: string | null): void {
  let under = label;
  for (const block of blocks) {
    requirement.endLine = Math.max(requirement.endLine, lastLine(block));
    if (block.kind === "paragraph")
      for (const line of block.lines) under = absorbLine(requirement, line, under);
    else absorbBlock(requirement, block, under);
  }
}

function absorbBlock(
  requirement: OpenRequirement,
  block: Exclude<Block, { kind: "paragraph" }>,
  under: string | null,
): void {
  if (block.kind === "list") for (const item of block.items) absorbItem(requirement, item, under);
  else if (block.kind === "code")
    requirement.code.push({ language: block.language, text: block.text, line: block.line });
  else for (const row of block.rows) addPoint(requirement, { ...rowPassage(block, row), parts: [] }, under);
}

/** @returns the label that holds for what follows the line. */
function absorbLine(requirement: OpenRequirement, line: Line, under: string | null): string | null {
  const own = splitLabel(line);
  if (isAboutDocument(line.text) && !isEntryData(own?.label ?? "")) return under;
  if (own !== null && absorbLabel(requirement, own.label, own.rest, line.line))
    return kindOfLabel(own.label) === "criteria" ? "criteria" : null;
  const isHead = isHeadLine(line);
  if (isHead && (requirement.text !== "" || isBoldLine(line))) return withoutColon(line.text);
  const within = line.lead === null ? under : null;
  if (requirement.text === "") requirement.text = line.text;
  else addPoint(requirement, { text: line.text, line: line.line, parts: [] }, within);
  return isHead || within === "criteria" ? within : null;
}

/** `**Depends on**: …` right below the last criterion is the requirement's, though Markdown reads it as the criterion's. */
const isOfRequirement = (block: Block): boolean =>
  block.kind === "paragraph" && block.lines.every(({ lead }) => lead !== null);

/** What `Priority: …`, `Description: …` and `Acceptance Criteria: …` say of a requirement; false for other labels. */
function absorbLabel(requirement: OpenRequirement, label: string, rest: string, line: number): boolean {
  if (isEntryData(label)) {
    if (isPriority(label)) requirement.optional ??= optionalityOfPriority(rest);
    return true;
  }
  if (isDescription(label) && rest !== "" && requirement.text === "") {
    requirement.text = rest;
    return true;
  }
  if (kindOfLabel(label) !== "criteria") return false;
  if (rest !== "") requirement.criteria.push({ text: rest, line });
  return true;
}

function absorbItem(requirement: OpenRequirement, item: Item, under: string | null): void {
  const own = splitLabel(item);
  const criteria = kindOfLabel(own?.label ?? "") === "criteria";
  if (own !== null && under !== "criteria" && absorbLabel(requirement, own.label, own.rest, item.line)) {
    if (criteria) absorb(requirement, item.blocks, "criteria");
    return;
  }
  const label = labelOf(item.text);
  const outside = under === "criteria" ? item.blocks.filter(isOfRequirement) : [];
  const blocks = item.blocks.filter((block) => !outside.includes(block));
  if (label?.family === "criterion")
    requirement.criteria.push({ text: label.rest || item.text, line: item.line });
  else addPoint(requirement, partOf({ ...item, blocks }, under), under);
  absorb(requirement, outside, null);
  for (const block of item.blocks)
    if (block.kind === "code")
      requirement.code.push({ language: block.language, text: block.text, line: block.line });
}

export function addPoint(
  requirement: OpenRequirement,
  point: Omit<Part, "label">,
  under: string | null,
): void {
  if (point.text === "") return;
  if (under !== "criteria") requirement.parts.push({ ...point, label: under });
  else requirement.criteria.push({ text: point.text, line: point.line }, ...point.parts);
}

/** A point of a list with the points below it. */
export const partOf = (item: Item, label: string | null): Part => ({
  text: item.text,
  line: item.line,
  label,
  parts: item.blocks.flatMap((block) => {
    if (block.kind === "list") return block.items.map((below) => partOf(below, null));
    if (block.kind === "table")
      return block.rows.map((row) => ({ ...rowPassage(block, row), label: null, parts: [] }));
    if (block.kind === "paragraph")
      return block.lines.map(({ text, line }) => ({ text, line, label: null, parts: [] }));
    return [];
  }),
});
