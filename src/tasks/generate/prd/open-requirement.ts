import type { Item, Line, TableRow } from "./outline.ts";
import type { CodeSample, Detail } from "./prd.ts";
import { headingWords } from "./section-kind.ts";
/** A requirement while its details are still being read. */
export interface OpenRequirement {
  /** As written; null for a bullet or a heading without a number. */
  readonly label: string | null;
  readonly number: number | null;
  readonly parent: OpenRequirement | null;
  title: string | null;
  readonly area: string | null;
  readonly areaNumber: string | null;
  readonly origin: "heading" | "paragraph" | "item" | "row";
  readonly quality: boolean;
  readonly line: number;
  text: string;
  details: Detail[];
  criteria: string[];
  code: CodeSample[];
  /** Where the next lines of it go. */
  group: string | null;
}

const metaLabel =
  /^(priority|status|owner|effort|estimate|estimated \w+|complexity|rationale|why|note|notes|source|type|category|phase|release|assignee|impact|severity|risk|우선순위|상태)$/i;

const criteriaLabel =
  /^(acceptance( criteria| tests?)?|success criteria|definition of done|verification|done when|criteria|validation criteria|how to (test|verify)|akzeptanzkriterien|criterios de aceptaci[oó]n|수용 기준|인수 조건|완료 조건|验收标准|受け入れ(条件|基準)|критерии приемки)$/i;

const descriptionLabel =
  /^(description|requirement|summary|details?|beschreibung|descripci[oó]n|설명|описание)$/i;

export const modal = /\b(must|shall|should|will|needs? to|has to|have to|can|may)\b/i;

export function addLine(open: OpenRequirement, line: Line): void {
  if (line.struck) return;
  const labelled = labelOf(line);
  if (labelled !== undefined) {
    addLabelled(open, labelled.label, labelled.rest, line.line);
    return;
  }
  if (addScenario(open, line.text)) return;
  if (isTitleOnly(open)) {
    open.text = line.text;
    return;
  }
  addDetail(open, { text: line.text, line: line.line, group: open.group, details: [] });
}

/** `Given …`, `When …`, `Then …` on lines of their own are one criterion. */
function addScenario(open: OpenRequirement, text: string): boolean {
  if (/^given\s/i.test(text)) {
    open.criteria.push(text);
    return true;
  }
  const begun = open.criteria.at(-1);
  if (begun === undefined || !/^given\s/i.test(begun) || !/^(?:when|then|and|but)\s/i.test(text))
    return false;
  open.criteria[open.criteria.length - 1] =
    `${begun.replace(/[,.;]$/, "")}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  return true;
}

const isTitleOnly = (open: OpenRequirement): boolean =>
  open.details.length === 0 && open.group === null && (open.text === "" || open.text === open.title);

/** `**Acceptance Criteria**:`, `**Priority**: High`, `Description: …` */
function labelOf(line: Line): { label: string; rest: string } | undefined {
  const colon = /^([^:：]{2,40})\s*[:：]\s*(.*)$/u.exec(line.text);
  const label = line.lead ?? colon?.[1];
  if (label === undefined) return undefined;
  const rest = line.text.slice(line.text.indexOf(label) + label.length).replace(/^[\s:：]+/, "");
  if (modal.test(label)) return undefined;
  const known = metaLabel.test(label) || criteriaLabel.test(label) || descriptionLabel.test(label);
  return known || (rest === "" && line.text.length < 60) ? { label, rest } : undefined;
}

function addLabelled(open: OpenRequirement, label: string, rest: string, line: number): void {
  if (metaLabel.test(label)) return;
  if (descriptionLabel.test(label)) {
    if (rest !== "" && isTitleOnly(open)) open.text = rest;
    else if (rest !== "") addDetail(open, { text: rest, line, group: null, details: [] });
    return;
  }
  open.group = label;
  if (rest !== "") addDetail(open, { text: rest, line, group: label, details: [] });
}

export function addItem(open: OpenRequirement, item: Item): void {
  open.code.push(...item.blocks.filter((block) => block.kind === "code"));
  const label = item.lead ?? item.text.replace(/\s*[:：].*$/u, "");
  if (item.struck || saysNothing(item, label)) return;
  if (!criteriaLabel.test(label)) {
    addDetail(open, { text: item.text, line: item.line, group: open.group, details: detailsBelow(item) });
    return;
  }
  const rest = item.text.slice(label.length).replace(/^[\s:：]+/, "");
  if (rest !== "") open.criteria.push(rest);
  open.criteria.push(...detailsBelow(item).map(({ text }) => text));
}

/** A label that introduces no list, such as one before a fence, and remarks about the requirement itself. */
function saysNothing(item: Item, label: string): boolean {
  if (item.text === "") return true;
  if (/[:：]$/u.test(item.text) && !item.blocks.some(({ kind }) => kind === "list")) return true;
  return metaLabel.test(label) && /[:：]/.test(item.text);
}

function addDetail(open: OpenRequirement, detail: Detail): void {
  if (open.group !== null && criteriaLabel.test(headingWords(open.group))) open.criteria.push(detail.text);
  else open.details.push(detail);
}

function detailsBelow(item: Item): readonly Detail[] {
  return item.blocks.flatMap((block): readonly Detail[] => {
    if (block.kind === "paragraph")
      return block.lines.map(({ text, line }) => ({ text, line, group: null, details: [] }));
    if (block.kind !== "list") return [];
    return block.items
      .filter(({ struck, text }) => !struck && text !== "")
      .map((child) => ({ text: child.text, line: child.line, group: null, details: detailsBelow(child) }));
  });
}

/** A row reads `first cell: the others`, each with its column's name where there are several. */
export function addTable(open: OpenRequirement, header: readonly string[], rows: readonly TableRow[]): void {
  for (const { cells, line } of rows) {
    const [first = "", ...others] = cells;
    const rest = others
      .map((cell, index) =>
        others.length > 1 && cell !== "" ? `${header[index + 1] ?? ""} ${cell}`.trim() : cell,
      )
      .filter((cell) => cell !== "");
    addDetail(open, {
      text: rest.length === 0 ? first : `${first}: ${rest.join(", ")}`,
      line,
      group: open.group,
      details: [],
    });
  }
}

/** `Search response time` with a target of `< 500 ms` is headed by what is measured; a whole sentence keeps its figure in brackets. */
export function addTarget(open: OpenRequirement, target: string): void {
  const isMeasure =
    /^(?:[<>≥≤≥~≈±\d]|under|below|within|at (?:most|least))/i.test(target) && isName(open.text);
  if (isMeasure) open.title = open.text;
  open.text = isMeasure ? target : `${open.text.replace(/[.\s]+$/, "")} (${target})`;
}

/** A few words without a verb of their own. */
const isName = (text: string): boolean =>
  text.split(/\s+/).length <= 8 && !modal.test(text) && !/\b(?:is|are|meets?|has|have)\b/i.test(text);
