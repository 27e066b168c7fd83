import { labelOf } from "./ids.ts";
import { isPriority } from "./labels.ts";
import type { Point } from "./outline.ts";

export interface RequirementRow {
  /** As written: `FR-1`, `3`, or empty. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly area: string;
  readonly priority: string;
  /** The other columns, each with its header. */
  readonly others: readonly { readonly label: string; readonly text: string }[];
  readonly line: number;
}

const headers = {
  id: /^(?:id|#|no\.?|nr\.?|n[°º]|nummer|number|num|ref(?:erence)?|(?:req(?:uirement)?|fr)[ -]?(?:id|no|#)|번호|식별자|编号|番号|код)$/i,
  text: /requirements?|description|anforderung|beschreibung|requisito|requerimiento|descripci[oó]n|descrição|exigence|description|requisit|vereiste|omschrijving|wymagani|opis|what|요구|설명|내용|需求|描述|要件|説明|内容|требовани|описание/i,
  title:
    /^(?:feature|name|title|function|funktion|funci[oó]n|fonction|functie|story|user story|item|기능|이름|功能|名称|機能|名前|функци\S*|название)$/i,
  area: /^(?:area|category|module|component|epic|group|section|bereich|kategorie|modul|categor[ií]a|m[oó]dulo|catégorie|구분|분류|영역|模块|类别|分類)$/i,
} as const;

type Column = keyof typeof headers | "priority";

/** The rows of a table of requirements; null for other tables, such as tiers or limits. */
export function requirementRows(table: Point): readonly RequirementRow[] | null {
  const columns = columnsOf(table);
  const at = (column: Column) => columns.indexOf(column);
  const isNumbered = at("id") >= 0 || at("priority") >= 0;
  const isNamed =
    at("title") >= 0 &&
    at("text") >= 0 &&
    !table.cells.some((cell) => /^(?:type|typ|tipo|타입|类型|型)$/i.test(cell));
  const saysSo =
    /requirement|anforderung|requisit|requerim|exigence|wymagan|vereiste|요구|需求|要件|требован/i.test(
      table.cells.join(" "),
    );
  if (!isNamed && !saysSo && !(isNumbered && (at("text") >= 0 || at("title") >= 0))) return null;
  return table.below.map(({ cells, line }) => {
    const cell = (column: Column) => (at(column) < 0 ? "" : (cells[at(column)] ?? ""));
    const [text, title] = cell("text") === "" ? [cell("title"), ""] : [cell("text"), cell("title")];
    const others = cells
      .map((other, index) => ({ label: table.cells[index] ?? "", text: other, column: columns[index] }))
      .filter(({ column, text: other }) => column === null && other !== "" && !/^[-–—]$/.test(other));
    return { id: cell("id"), title, text, area: cell("area"), priority: cell("priority"), others, line };
  });
}

function columnsOf({ cells: header, below: rows }: Point): readonly (Column | null)[] {
  const columns: (Column | null)[] = header.map((cell) => {
    if (isPriority(cell)) return "priority";
    const found = Object.entries(headers).find(([, wording]) => wording.test(cell));
    return (found?.[0] as Column | undefined) ?? null;
  });
  const unique = columns.map((column, index) => (columns.indexOf(column) === index ? column : null));
  // A column of ids is the id column, whatever its header says.
  const first = rows.length > 0 && rows.every(({ cells }) => isId(cells[0] ?? ""));
  if (!first || unique.includes("id")) return unique;
  const labelled = ["id" as const, ...unique.slice(1)];
  if (labelled.includes("text") || labelled.includes("title")) return labelled;
  // With unrecognized headers, the first column after the ids is the text.
  return labelled.map((column, index) => (index === 1 ? "text" : column));
}

const isId = (cell: string): boolean => {
  const label = labelOf(cell);
  return label !== null && label.rest === "" && label.family !== "foreign";
};
