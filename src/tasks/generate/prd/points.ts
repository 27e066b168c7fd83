import { kindOfWords } from "./heading-kind.ts";
import type { Label } from "./labels.ts";
import {
  asksIfIncluded,
  bears,
  beginsStory,
  isAboutDocument,
  isBoldLine,
  isDescription,
  isEntryData,
  isHeadLine,
  isIds,
  isPriority,
  isReason,
  isStatus,
  labelOf,
  labelOfLine,
  markOf,
  optionalityBy,
  optionalityOf,
  saysDone,
  splitLabel,
  withoutColon,
} from "./labels.ts";
import type { Optionality, Part, Passage, Unread } from "./model.ts";

/** A piece of a PRD with the pieces below it. Everything else is read from this tree. */
export interface Point {
  readonly form: "heading" | "line" | "item" | "table" | "row" | "code";
  /** Without markup except the backticks of inline code. A table row reads `first cell: Header other cell, …`. */
  readonly text: string;
  /** The bold words at the start, without a final colon. */
  readonly lead: string | null;
  /** The struck-through words at the start, perhaps after an id. */
  readonly struck: string | null;
  /** Whether its box is ticked; null without a box. */
  readonly isDone: boolean | null;
  /** The id at the start; for a row, at the start of the first cell. */
  readonly label: Label | null;
  /** Its number in an ordered list. */
  readonly number: number | null;
  /** The cells of a row, or of a table's header. */
  readonly cells: readonly string[];
  /** The level of a heading; 0 for the root and for everything else. */
  readonly depth: number;
  readonly line: number;
  /** The last line of what is below it; for a heading, of its section. */
  endLine: number;
  below: Point[];
}

export function pointOf(form: Point["form"], given: Pick<Point, "text" | "line"> & Partial<Point>): Point {
  const { text, lead = null, cells = [text] } = given;
  return {
    lead,
    struck: null,
    isDone: null,
    number: null,
    cells: [],
    depth: 0,
    endLine: given.line,
    below: [],
    ...given,
    form,
    label: form === "code" ? null : labelOfLine({ text: cells[0] ?? text, lead }),
  };
}

export const isHeading = ({ form }: Point): boolean => form === "heading";

/** The points below a point, without subsections. */
export const own = ({ below }: Point): readonly Point[] => below.filter((point) => !isHeading(point));

/** A line that only introduces the points below it. */
export const isHead = (point: Point): boolean => point.form === "line" && isHeadLine(point);

/** The points and all descendants, in document order. */
export const everyOne = (points: readonly Point[]): readonly Point[] =>
  points.flatMap((point) => [point, ...everyOne(point.below)]);

/** All lines of prose, items and rows below a point, without subsections. */
export const linesBelow = (point: Point): readonly Point[] =>
  everyOne(own(point)).filter(({ form }) => form !== "table" && form !== "code");

/** A point without the struck-through words at its start; null if only its id or a remark in parentheses is left. */
export function withoutStruck(point: Point): Point | null {
  const { form, text, struck, label } = point;
  if (struck === null) return point;
  const said = (label?.rest ?? text).replace(/\s*[(（][^()（）]*[)）]\W*$/, "");
  if (struck.length >= said.length - 4) return null;
  const rest = text
    .replace(struck, "")
    .replace(/^[\s:：–—-]+/, "")
    .replaceAll(/\s+/g, " ");
  return pointOf(form, { ...point, struck: null, text: rest });
}

/** A point with the points below it. */
const partOf = ({ text, line, below }: Point, label: string | null): Part => ({
  text,
  line,
  label,
  parts: below.flatMap((point) => withoutStruck(point) ?? []).map((point) => partOf(point, null)),
});

/** The parts without deferred ones (`Gold: 10 profiles (future)`). */
export const current = (parts: readonly Part[]): readonly Part[] =>
  parts
    .filter(({ text }) => !["future", "wont"].includes(optionalityOf(text) ?? ""))
    .map((part) => ({ ...part, parts: current(part.parts) }));

/** The texts of passages, without what is below them. */
export const textsOfAll = (passages: readonly Passage[]): readonly string[] =>
  passages.map(({ text }) => text);

/** The parts and all parts below them, in document order. */
export const passagesOf = (parts: readonly Part[]): readonly Passage[] =>
  parts.flatMap(({ text, line, parts: below }) => [{ text, line }, ...passagesOf(below)]);

/** The texts of the parts and of all parts below them, in document order. */
export const textsOf = (parts: readonly Part[]): readonly string[] =>
  passagesOf(parts).map(({ text }) => text);

/** Whether a point or one of its descendants has the id of a requirement. Criteria can have numbers of their own. */
export const hasLabel = (point: Point): boolean =>
  isOwnLabel(point) || (!isCriteria(withoutColon(point.text)) && point.below.some(hasLabel));

function isOwnLabel(point: Point): boolean {
  const label = bears(point);
  if (label === null) return false;
  if (point.form === "row") return label.rest === "";
  return isHeading(point) ? !label.isBare : label.isSetOff;
}

/** Why a part of a template is left out. */
export const unfilledReason = "it is a placeholder";

/** `[Feature name]`, `{goal}`, `…`, `Owner: TBD`: only placeholders, perhaps after a label. */
function isUnfilled(text: string): boolean {
  const rest = text.replaceAll(placeholder, " ");
  if (rest === text || (beginsStory(text) && (text.match(placeholder)?.length ?? 0) > 1))
    return rest !== text;
  return !/[\p{L}\p{N}`]/u.test(rest.replaceAll(/[\p{L}\p{N} '’-]{1,30}[:：]/gu, ""));
}

/** An id such as `[FR-1]`, and a list after a label such as `Months: [May, June]`, are not placeholders. */
const placeholder =
  /\[(?![A-Z]+-?\d)(?<![:：]\s*\[(?=[^[\]]*,))[^[\]]{2,}\]|<\p{L}[^<>]*>|\{\p{L}[^{}]*\}|(?<![\p{L}\p{N}][^:：]*)(?:\.{3}|…|\b(?:TBD|TODO)\b)/gu;

/** Separates points that a template's user has not filled in, and headings and lead-ins that only contain such points. */
export function partUnfilled(points: readonly Point[]): {
  readonly filled: Point[];
  readonly unfilled: readonly Unread[];
} {
  const unfilled: Unread[] = [];
  const filled = points.flatMap((point) => {
    const { text, line, cells, form, below } = point;
    const inside = partUnfilled(below);
    unfilled.push(...inside.unfilled);
    const isEmptied = below.length > 0 && inside.filled.length === 0;
    const isRow =
      form === "row" && cells.some(isUnfilled) && cells.every((cell) => isUnfilled(cell) || !/\s/.test(cell));
    const whole =
      form === "code" ? "`" : textsOfAll(form === "heading" ? [point] : everyOne([point])).join(" ");
    if (!isRow && !isUnfilled(whole)) return isEmptied ? [] : [{ ...point, below: inside.filled }];
    if (!isAboutDocument(text)) unfilled.push({ text, line, reason: unfilledReason });
    return [];
  });
  return { filled, unfilled };
}

/** What is below a requirement. */
export interface Details {
  text: string;
  readonly parts: Part[];
  readonly criteria: Passage[];
  readonly code: Passage[];
  optional: Optionality | null;
  /** Whether it is a section, in which `Owner: …` and `Status: …` say what the product does. */
  readonly isSection?: boolean;
  /** The title of a requirement. */
  readonly title?: string | null;
}

/** Whether the words after a label are the text of its entry: `Description: …`, `User Story: …`. */
export const describes = (label: string): boolean => isDescription(label) || kindOfWords(label) === "stories";

export const isCriteria = (label: string | null): boolean =>
  label !== null && kindOfWords(label) === "criteria";

/** A heading such as `Scenario: Empty cart`, which is one criterion with the points below it. */
export const isScenario = (point: Point): boolean =>
  isHeading(point) && /^scenario(?: \d+)?[:：]/i.test(point.text);

/** Whether all items are like `Given …, when …, then …`: criteria without a label. */
export function areScenarios(points: readonly Point[]): boolean {
  const items = points.filter(({ form }) => form === "item");
  return items.length > 0 && items.every(({ text }) => /^given\b.*\bthen\b/i.test(text));
}

/** What points say. Their first line of prose is a point too if `text` is given. */
export function detailsIn(points: readonly Point[], text = ""): Details {
  const details: Details = {
    text,
    parts: [],
    criteria: [],
    code: [],
    optional: null,
    isSection: text !== "",
  };
  absorb(details, points, null);
  return details;
}

/** Whether a heading is that of one story: it has a story's id, or one such sentence below it, and criteria below it. */
export function isStory(chapter: Point): boolean {
  const said = chapter.below.filter((one) => !isHeading(one) || isCriteria(one.text) || isScenario(one));
  const hasId = chapter.label?.family === "story";
  const isNamed = chapter.text !== "" && kindOfWords(chapter.text) !== "stories";
  const isTold = isNamed && linesBelow(chapter).filter(({ text }) => beginsStory(text)).length === 1;
  return (hasId || isTold) && detailsIn(said).criteria.length > 0;
}

/** Adds what points say about a requirement or section. `under` is the label or heading above them. */
export function absorb(to: Details, points: readonly Point[], under: string | null): void {
  const last = points.findLast(({ lead }) => lead === null);
  // Below a title, `Title: up to 80 characters` is a field, and so are `Description: …` and `Priority: …` beside it.
  const areFields = typeof to.title === "string" && points.some(isTitleField);
  const mayLabel = !areFields && !isCriteria(under);
  const areCriteria = areScenarios(points);
  for (const point of points.flatMap((one) => withoutStruck(one) ?? [])) {
    const isItem = point.form === "item";
    if (isScenario(point) || (isItem && areCriteria)) to.criteria.push(scenarioIn(point));
    else if (!isText(point)) absorbBlock(to, point, under);
    else if ((isItem && !mayLabel) || !takesLabel(to, point))
      absorbPoint(to, point, under, point.line === last?.line);
  }
}

const isText = ({ form }: Point): boolean => form === "line" || form === "item" || form === "row";

/** A scenario as one sentence. The words of its heading only name it. */
const scenarioIn = (point: Point): Passage => ({
  text: textsOfAll([...(isHeading(point) ? [] : [point]), ...linesBelow(point)]).join(" "),
  line: point.line,
});

function absorbBlock(to: Details, { form, text, line, below }: Point, under: string | null): void {
  if (form === "code") to.code.push({ text, line });
  else absorb(to, below, form === "heading" ? withoutNumber(text) : under);
}

const isTitleField = (point: Point): boolean =>
  point.form === "item" && /^(?:title|name)$/i.test(splitLabel(point)?.label ?? "");

/** `- Acceptance criteria` above points needs no colon. */
const bareLabelOf = ({ text, below }: Point): string =>
  below.length > 0 && text.split(/\s+/).length <= 4 && isCriteria(text) ? text : "";

/** In a section, `Status: …` is about the section only if it says what is left to build. */
const marksSection = (label: string, rest: string): boolean =>
  isPriority(label) || isReason(label) || (isStatus(label) && optionalityBy(label, rest) !== null);

/** `State: Saved in the browser for a day` says what the product keeps, unlike `State: In review`. */
const isDataOf = (label: string, rest: string): boolean =>
  isEntryData(label) &&
  (!/^state$/i.test(label) || rest.split(/\s+/).length < 4 || optionalityBy(label, rest) !== null);

/** `- **Functional Requirements:**`, but not `- **Could have:**`, above points that belong to the requirement itself. */
const listsOwn = (point: Point): boolean =>
  point.form === "item" &&
  splitLabel(point)?.rest === "" &&
  kindOfWords(withoutColon(point.text)) === "requirements";

/** Applies a label such as `Priority: …` or `Acceptance Criteria: …`; false for other labels. */
function takesLabel(to: Details, point: Point): boolean {
  const { label, rest } = splitLabel(point) ?? { label: bareLabelOf(point), rest: "" };
  const { line, below } = point;
  const isData = to.isSection ? marksSection(label, rest) : isDataOf(label, rest);
  if (isData && point.form !== "row") {
    to.optional ??= optionalityBy(label, rest || (below[0]?.text ?? ""));
    if (rest === "") return true;
  } else if (describes(label) && rest !== "" && to.text === "") to.text = rest;
  else if (!isCriteria(label) && !listsOwn(point))
    return point.form === "line" && isAboutDocument(point.text);
  else if (rest !== "") to.criteria.push({ text: rest, line });
  absorb(to, below, isCriteria(label) ? label : null);
  return true;
}

/** Whether a bold line names what is below it, unlike `**As a reader, I want to search.**`. */
const isName = (point: Point): boolean =>
  isBoldLine(point) && (point.below.length > 0 || !beginsStory(point.text));

function absorbPoint(to: Details, point: Point, under: string | null, isLast: boolean): void {
  const isFirst = to.text === "" && to.parts.length === 0;
  // `Behaviour:` is a label of the sentences below it, unlike `The screen shows:` and `Moods:` above a few names. What
  // introduces points above others does not introduce them all.
  const isSingle =
    /^[^\s:：]+[:：]$/u.test(point.text) && point.below.some(({ text }) => /[.。]$/.test(text));
  const isLabel = isHead(point) && (isSingle || (!isLast && point.below.length > 0));
  const isSentence = isFirst && point.form === "line" && !isName(point) && !isLabel;
  if (isSentence) to.text = point.text;
  // A label can introduce code.
  const showsCode = point.below.length > 0 && point.below.every(({ form }) => form === "code");
  if (isSentence || (isHead(point) && !showsCode))
    absorb(to, point.below, isSentence ? null : withoutColon(point.text));
  else addPoint(to, point, under);
}

function addPoint(to: Details, point: Point, under: string | null): void {
  const { below } = point;
  // `**Depends on**: …` below the last criterion belongs to the requirement, though Markdown nests it there.
  const isOwn = ({ form, lead }: Point): boolean =>
    form === "code" || (isCriteria(under) && form === "line" && lead !== null);
  const part = partOf({ ...point, below: below.filter((one) => !isOwn(one)) }, under);
  if (isCriteria(under)) to.criteria.push(...criteriaIn(part));
  else to.parts.push(part);
  absorb(to, below.filter(isOwn), null);
}

/** Points on one line. */
export const enumeration = (points: readonly string[]): string => points.join("; ").replaceAll(".;", ";");

/** A criterion that ends with a colon, such as `It shows:`, is one with its points; otherwise each point is one. */
export const criteriaIn = (part: Part): readonly Passage[] =>
  /[:：]$/.test(part.text)
    ? [{ text: `${part.text} ${enumeration(textsOf(part.parts))}`, line: part.line }]
    : passagesOf([part]);

const headers = {
  id: /^(?:id|#|no\.?|nr\.?|n[°º]|nummer|number|num|ref(?:erence)?|(?:req(?:uirement)?|fr)[ -]?(?:id|no|#)|번호|식별자|编号|番号|код)$/i,
  text: /requirements?|description|anforderung|beschreibung|requisito|requerimiento|descripci[oó]n|descrição|exigence|requisit|vereiste|omschrijving|wymagani|opis|what|요구|설명|내용|需求|描述|要件|説明|内容|требовани|описание/i,
  title:
    /^(?:feature|(?:feature )?name|title|function|funktion|funci[oó]n|fonction|functie|namn|naam|nombre|nome|(?:user )?story|use case|item|기능|이름|功能|名称|機能|名前|функци\S*|название)$/i,
  area: /^(?:area|category|module|component|epic|group|section|bereich|kategorie|modul|categor[ií]a|m[oó]dulo|catégorie|구분|분류|영역|模块|类别|分類)$/i,
} as const;

/** A row as the point that would say the same, with the area that it names and what a cell such as `Included? No` says. */
interface RequirementRow {
  readonly point: Point;
  readonly area: string;
  readonly optional: Optionality | null;
}

/** The rows of a table of requirements; null for other tables, such as tiers or limits. */
export function requirementRows(table: Point): readonly RequirementRow[] | null {
  const { cells: header, below } = table;
  // A first column of different ids is the id column, regardless of its header. Ids in another column are references.
  const isReference = (at: number): boolean => at > 0 && below.every(({ cells }) => isIds(cells[at] || "-"));
  const firsts = below.map(({ cells }) => cells[0] ?? "");
  // `1.1`, `1.2`, unlike `404`, `409`
  const areCounted =
    /^(?:\d+\.)*1$/.test(firsts[0] ?? "") && firsts.every((cell) => /^\d+(?:\.\d+)*$/.test(cell));
  const areIds = firsts.every(isId) || (areCounted && !areNumbers(below));
  const hasIds = areIds && new Set(firsts).size === firsts.length;
  const id = hasIds ? 0 : header.findIndex((cell) => headers.id.test(cell));
  const find = (wording: RegExp): number =>
    header.findIndex((cell, at) => at !== id && wording.test(cell) && !isReference(at));
  const area = find(headers.area);
  const named = header.findIndex((cell, index) => index !== id && headers.text.test(cell));
  const titled = find(headers.title);
  // Beside requirements, a story is not a title: `As a nurse, I want …`.
  const areStories = named >= 0 && below.some(({ cells }) => beginsStory(cells[titled] ?? ""));
  const title = [nameColumn(table, id, named), areStories ? -1 : titled].find((column) => column >= 0) ?? -1;
  const text = [named, title, id < 0 ? -1 : firstTold(table, id)].find((column) => column >= 0);
  const isNumbered = id >= 0 || header.some(isPriority);
  if (text === undefined || (!isNumbered && (title < 0 || named < 0))) return null;
  const known = new Set([id, title, text, area]);
  return below
    .filter(({ cells }) => cells[text] !== "")
    .map(({ cells, struck, line }) => {
      const others = cells.flatMap((cell, index) =>
        known.has(index) || /^(?:[-–—]*|TB[AD]|N\/A)$/i.test(cell)
          ? []
          : [{ label: header[index] ?? "", cell }],
      );
      const [, number = null] = /^#?(\d+)$/.exec(cells[id] ?? "") ?? [];
      const mark = isId(cells[id] ?? "") ? `${cells[id]}: ` : "";
      const said = `${mark}${cells[text]}`;
      const lead = title !== text && cells[title] ? `${mark}${cells[title]}` : null;
      const point = pointOf("item", {
        text: said,
        struck: struck && said,
        lead,
        number: number === null ? null : Number(number),
        line,
        below: others.filter(({ label }) => !asksIfIncluded(label)).map((one) => cellPoint(one, line)),
      });
      const isDone = others.some((one) => isEntryData(one.label) && saysDone(one.cell));
      const marks = others.flatMap((one) => markOfCell(one) ?? []);
      return {
        point: { ...point, isDone, label: mark === "" ? labelOf(said) : asRequirement(labelOf(said)) },
        area: cells[area] ?? "",
        optional: marks[0] ?? null,
      };
    });
}

/** With unrecognized headers, the text is the first column after the ids, unless its few values only classify the rows. */
function firstTold({ cells: header, below }: Point, id: number): number {
  const distinct = (at: number): number => new Set(below.map(({ cells }) => cells[at])).size;
  if (distinct(id + 1) > below.length / 2) return id + 1;
  const told = header.findIndex((name, at) => at > id && distinct(at) === below.length && !isEntryData(name));
  return told < 0 ? id + 1 : told;
}

/** The column between ids and descriptions if it holds names: different words, unlike `High` and `Phase 2`. Else -1. */
function nameColumn({ cells: header, below }: Point, id: number, named: number): number {
  const at = id + 1;
  const name = header[at] ?? "";
  const cells = below.map((row) => row.cells[at] ?? "");
  const isBetween = id >= 0 && named === at + 1 && !headers.area.test(name) && !isEntryData(name);
  const areNames =
    cells.length > 1 && new Set(cells).size === cells.length && !cells.some((cell) => /\d/.test(cell));
  return isBetween && areNames ? at : -1;
}

/** What a cell says of its row: `not in v1`, `Included? No`. `Phase 2` in a column of phases is a part of a plan. */
const markOfCell = ({ label, cell }: { readonly label: string; readonly cell: string }): Optionality | null =>
  optionalityOf(`${label} ${cell}`) ?? (/^phase\b/i.test(cell) ? null : markOf(cell));

/** A cell below a line with its header. An id in it is a reference. */
const cellPoint = ({ label, cell }: { readonly label: string; readonly cell: string }, line: number): Point =>
  pointOf("line", {
    text: label,
    lead: label,
    line,
    below: [{ ...pointOf("item", { text: cell, line }), label: null }],
  });

const isId = (cell: string): boolean => {
  const label = labelOf(cell);
  return label !== null && label.rest === "";
};

/** Whether all cells of a table are numbers. */
const areNumbers = (rows: readonly Point[]): boolean =>
  rows.every(({ cells }) => cells.every((cell) => /^[\d.,%\s–-]*$/.test(cell)));

/** In a column of ids, `P0-1` and `G-2` are ids too. */
const asRequirement = (label: Label | null): Label | null =>
  label?.family === "foreign" ? { ...label, family: "requirement" } : label;

/** The number of a heading: `2` in `2. Search`. */
export const numberOf = (heading: string): string | null =>
  /^\D{0,3}(\d+(?:\.\d+)*)[.)]?\s/.exec(heading)?.[1] ?? null;

export const withoutNumber = (heading: string): string =>
  heading.replace(/^\D{0,3}\d+(?:\.\d+)*[.):]*\s+(?:[—–-]\s+)?/, "").trim() || heading;
