import { labelOf } from "./ids.ts";
import { isPriority } from "./labels.ts";
import type { Point } from "./points.ts";

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

/** The rows of a table of requirements; null for other tables, such as tiers or limits. */
export function requirementRows({ cells: header, below }: Point): readonly RequirementRow[] | null {
  const find = (wording: RegExp): number => header.findIndex((cell) => wording.test(cell));
  // A column of ids is the id column, regardless of its header.
  const hasIds = below.length > 0 && below.every(({ cells }) => isId(cells[0] ?? ""));
  const id = hasIds ? 0 : find(headers.id);
  const priority = header.findIndex(isPriority);
  const title = find(headers.title);
  const named = header.findIndex((cell, index) => index !== id && headers.text.test(cell));
  const isNumbered = id >= 0 || priority >= 0;
  const isNamed = title >= 0 && named >= 0;
  // With unrecognized headers, the first column after the ids is the text.
  const text = [named, title, hasIds ? 1 : -1].find((column) => column >= 0);
  if (text === undefined || (!isNumbered && !isNamed)) return null;
  const area = find(headers.area);
  const known = new Set([id, priority, title, text, area]);
  return below.map(({ cells, line }) => ({
    id: cells[id] ?? "",
    title: text === title ? "" : (cells[title] ?? ""),
    text: cells[text] ?? "",
    area: cells[area] ?? "",
    priority: cells[priority] ?? "",
    others: cells
      .map((cell, index) => ({ label: header[index] ?? "", text: cell, index }))
      .filter(({ text: cell, index }) => !known.has(index) && !/^[-–—]?$/.test(cell)),
    line,
  }));
}

const isId = (cell: string): boolean => {
  const label = labelOf(cell);
  return label !== null && label.rest === "" && label.family !== "foreign";
};
