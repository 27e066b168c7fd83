import { labelOf } from "./ids.ts";
import { isPriority } from "./labels.ts";
import type { TableBlock } from "./markdown.ts";
import type { Passage } from "./model.ts";

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

/** The rows of a table that lists requirements; null for a table of facts, such as tiers or limits. */
export function requirementRows(table: TableBlock): readonly RequirementRow[] | null {
  const columns = columnsOf(table);
  const at = (column: Column) => columns.indexOf(column);
  const isNumbered = at("id") >= 0 || at("priority") >= 0;
  const isNamed =
    at("title") >= 0 &&
    at("text") >= 0 &&
    !table.header.some((cell) => /^(?:type|typ|tipo|타입|类型|型)$/i.test(cell));
  const saysSo =
    /requirement|anforderung|requisit|requerim|exigence|wymagan|vereiste|요구|需求|要件|требован/i.test(
      table.header.join(" "),
    );
  if (!isNamed && !saysSo && !(isNumbered && (at("text") >= 0 || at("title") >= 0))) return null;
  return table.rows.map(({ cells, line }) => {
    const cell = (column: Column) => (at(column) < 0 ? "" : (cells[at(column)] ?? ""));
    const [text, title] = cell("text") === "" ? [cell("title"), ""] : [cell("text"), cell("title")];
    const others = cells
      .map((other, index) => ({ label: table.header[index] ?? "", text: other, column: columns[index] }))
      .filter(({ column, text: other }) => column === null && other !== "" && !/^[-–—]$/.test(other));
    return { id: cell("id"), title, text, area: cell("area"), priority: cell("priority"), others, line };
  });
}

function columnsOf({ header, rows }: TableBlock): readonly (Column | null)[] {
  const columns: (Column | null)[] = header.map((cell) => {
    if (isPriority(cell)) return "priority";
    const found = Object.entries(headers).find(([, wording]) => wording.test(cell));
    return (found?.[0] as Column | undefined) ?? null;
  });
  const unique = columns.map((column, index) => (columns.indexOf(column) === index ? column : null));
  // Ids tell what their column is, whatever its header says.
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

/** `Given`, `When` and `Then` as columns make one scenario; else a row reads `first cell: Header other cell, …`. */
export function rowPassage({ header }: TableBlock, { cells, line }: TableBlock["rows"][number]): Passage {
  const column = (wording: RegExp) => cells[header.findIndex((cell) => wording.test(cell))] ?? "";
  const [given, when, then] = [column(/^given\b/i), column(/^when\b/i), column(/^then\b/i)];
  if (when !== "" && then !== "")
    return {
      text: `${given === "" ? "" : `Given ${given}, `}when ${when}, then ${then.replace(/^then\s+/i, "")}`,
      line,
    };
  const isNamed = header.length > 2;
  const said = cells
    .map((cell, at) => ({ cell, label: header[at] ?? "" }))
    .filter(({ cell }, at) => cell !== "" && !(at === 0 && /^(?:[A-Z]+[-_ ]?)?\d[\d.]*$/.test(cell)));
  const [first, ...others] = said;
  const rest = others.map(({ cell, label }) => (isNamed ? `${label} ${cell}`.trim() : cell)).join(", ");
  return { text: rest === "" ? (first?.cell ?? "") : `${first?.cell}: ${rest}`, line };
}
