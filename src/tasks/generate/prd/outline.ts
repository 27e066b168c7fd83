import type { Code, List, ListItem, Nodes, Paragraph, RootContent, Table } from "mdast";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { partFrontMatter } from "../../document/front-matter.ts";
import { limitNesting } from "../../document/limit-nesting.ts";
import type { Label } from "./ids.ts";
import { bears, labelOf, labelOfLine } from "./ids.ts";
import { isBoldLine, isHeadLine, withoutColon } from "./labels.ts";
import type { Unread } from "./model.ts";
import { piecesOf } from "./pieces.ts";

/** A piece of a PRD with the pieces below it. Everything else is read from this tree. */
export interface Point {
  readonly form: "heading" | "line" | "item" | "table" | "row" | "code";
  /** Without markup except the backticks of inline code. A table row reads `first cell: Header other cell, …`. */
  readonly text: string;
  /** The bold words at the start, without a final colon. */
  readonly lead: string | null;
  /** The struck-through words at the start. */
  readonly struck: string | null;
  /** The id at the start; for a row, at the start of the first cell. */
  readonly label: Label | null;
  /** Its number in an ordered list. */
  readonly number: number | null;
  /** The cells of a row, or of a table's header. */
  readonly cells: readonly string[];
  /** The language of a code block. */
  readonly language: string;
  /** The level of a heading; 0 for the root and for everything else. */
  readonly depth: number;
  readonly line: number;
  /** For a heading, the last line of its section. */
  endLine: number;
  readonly below: Point[];
}

export interface Outline {
  readonly root: Point;
  readonly lineCount: number;
  /** Truncated lines, HTML and unclosed code blocks. */
  readonly unread: readonly Unread[];
}

interface Place {
  readonly text: string;
  /** How many lines of the document come before the text. */
  readonly linesBefore: number;
}

/** A line that is only a tag such as `<context>`, which would turn the lines after it into HTML. */
const loneTag = /^<\/?[A-Za-z][\w-]*>[ \t]*$/gm;

/** Reads Markdown into one tree, in linear time. */
export function readOutline(source: string): Outline {
  const body = partFrontMatter(source.replaceAll(/\r\n?/g, "\n")).body.replaceAll(loneTag, "");
  const { text, linesBefore } = unwrapFence(body);
  const { pieces, unread } = piecesOf(text);
  const parser = remark().use(remarkGfm);
  const nodes = pieces.flatMap((piece) => {
    const at = { text: piece.text, linesBefore: piece.linesBefore + linesBefore };
    return parser.parse(limitNesting(piece.text)).children.map((node) => ({ node, at }));
  });
  const boldHeadings = nodes.filter(({ node }) => node.type === "heading").length < 2;
  const footer = footerStart(nodes.map(({ node }) => node));
  const points: Point[] = [];
  for (const [index, { node, at }] of nodes.entries()) {
    const heading = index === footer ? { text: "", depth: 1 } : headingOf(node, boldHeadings);
    if (heading === null) addPoints(points, [node], at);
    else points.push(pointOf("heading", { ...heading, line: lineOf(node, at) }));
  }
  const lineCount = source.split(/\r\n?|\n/).length;
  const root = pointOf("heading", { text: "", line: 1, endLine: lineCount });
  nest(root, points);
  const cut = unread.map((one) => ({ ...one, line: one.line + linesBefore }));
  const html = nodes.flatMap(({ node, at }) =>
    node.type === "html" ? labelledHtml(node.value, lineOf(node, at)) : [],
  );
  return { root, lineCount, unread: [...cut, ...html] };
}

function pointOf(form: Point["form"], given: Pick<Point, "text" | "line"> & Partial<Point>): Point {
  const { text, lead = null } = given;
  return {
    lead,
    struck: null,
    number: null,
    cells: [],
    language: "",
    depth: 0,
    endLine: given.line,
    below: [],
    ...given,
    form,
    label: form === "code" ? null : labelOfLine({ text: given.cells?.[0] ?? text, lead }),
  };
}

interface Opened {
  readonly point: Point;
  readonly rank: number;
}

/**
 * Ranks of nesting points, outermost first; a heading's rank is its depth. A point closes open points of its rank or a
 * higher number.
 */
const ranks = { area: 7, label: 8, boldWithin: 9, leadIn: 10, none: 11 } as const;

/**
 * Nests points. A bold line or a line with an id contains everything up to the next one; a line that ends with a colon
 * contains the points right after it.
 */
function nest(parent: Point, points: readonly Point[]): void {
  const open = [{ point: parent, rank: 0 }];
  for (const [index, point] of points.entries()) {
    const rank = rankOf(point, points[index + 1], open.at(-1)?.rank ?? 0);
    const isClosed = (one: Opened): boolean =>
      (one.rank >= rank && !awaits(one, point)) ||
      (rank === ranks.none && point.form === "line" && isFull(one));
    while (open.length > 1 && isClosed(open.at(-1) as Opened)) {
      const closed = open.pop()?.point;
      if (closed?.form === "heading") closed.endLine = point.line - 1;
    }
    open.at(-1)?.point.below.push(point);
    if (rank < ranks.none) open.push({ point, rank });
  }
  for (const { point } of open.slice(1)) if (point.form === "heading") point.endLine = parent.endLine;
}

function rankOf(point: Point, next: Point | undefined, inner: number): number {
  if (point.form === "heading") return point.depth;
  if (point.form !== "line") return ranks.none;
  if (bears(point) !== null) return ranks.label;
  if (!isHeadLine(point)) return ranks.none;
  if (!isBoldLine(point)) return ranks.leadIn;
  const headsLabels = next !== undefined && bears(next) !== null;
  return inner < ranks.label || headsLabels ? ranks.area : ranks.boldWithin;
}

/** After a list below a bold line or a lead-in, a line of prose belongs to the text around it again. */
const isFull = ({ point, rank }: Opened): boolean =>
  rank >= ranks.area && rank !== ranks.label && point.below.some(({ form }) => form !== "line");

/** A lead-in such as `The system must keep records:` stays open for a bold line such as `**Requirements**` after it. */
const awaits = ({ point, rank }: Opened, next: Point): boolean =>
  rank === ranks.leadIn && point.below.length === 0 && isBoldLine(next);

/** Adds the points of Markdown nodes other than headings, in order. */
function addPoints(points: Point[], nodes: readonly Nodes[], at: Place): void {
  for (const node of nodes) {
    if (node.type === "paragraph") points.push(...withEnumerated(linesOf(node, at)));
    else if (node.type === "blockquote") addPoints(points, node.children, at);
    else if (node.type === "table") points.push(tableOf(node, at));
    else if (node.type === "code") ownerOfCode(points).push(codeOf(node, at));
    else if (node.type === "list") addItems(points, node, at);
  }
}

/** A code block after a list belongs to the last point of the list. */
function ownerOfCode(points: Point[]): Point[] {
  const last = points.at(-1);
  return last?.form === "item" ? last.below : points;
}

function codeOf(node: Code, at: Place): Point {
  const line = lineOf(node, at);
  const endLine = line + node.value.split("\n").length + 1;
  return pointOf("code", { text: node.value, language: node.lang ?? "", line, endLine });
}

function addItems(points: Point[], list: List, at: Place): void {
  const last = points.at(-1);
  const items = list.children.map((item, index) =>
    itemOf(item, list.ordered ? numberOf(item, (list.start ?? 1) + index, at) : null, at),
  );
  // Bullets right below a numbered list belong to its last point.
  const goesOn = !list.ordered && last?.form === "item" && isCounted(last);
  (goesOn && items.every((item) => bears(item) === null) ? last.below : points).push(...items);
}

const isCounted = ({ number, label }: Point): boolean => number !== null || label?.isBare === true;

/** The number as written. Markdown only keeps the first number of a list and counts from there. */
function numberOf(item: Nodes, counted: number, { text }: Place): number {
  const offset = item.position?.start.offset ?? 0;
  const written = /^(\d+)[.)]/.exec(text.slice(offset, offset + 12))?.[1];
  return written === undefined || written === "1" ? counted : Number(written);
}

function itemOf(item: ListItem, number: number | null, at: Place): Point {
  const [first] = item.children;
  const lines = first?.type === "paragraph" ? linesOf(first, at) : [];
  // A later line that begins with a label or a number is a point below the item, not the end of its sentence.
  const labelled = lines.findIndex(
    ({ text, lead }, index) => index > 0 && (lead !== null || enumerated.test(text)),
  );
  const own = labelled < 0 ? lines : lines.slice(0, labelled);
  const text = own.map((line) => line.text).join(" ");
  const point = pointOf("item", { line: lineOf(item, at), ...own[0], text, number });
  const below = labelled < 0 ? [] : withEnumerated(lines.slice(labelled));
  addPoints(below, first?.type === "paragraph" ? item.children.slice(1) : item.children, at);
  nest(point, below);
  return point;
}

/** Numbered points that Markdown does not read as a list: `1.1. …`, `a) …`, and `3. …` right below a line of prose. */
const enumerated =
  /^(?:(?<outline>\d+(?:\.\d+)+)[.)]?\s+(?=\p{Lu})|(?<letter>\(?(?:[a-z]|[ivx]{2,4})\)\s+)|(?<number>\d+)[.)]\s+)/u;

/** Turns numbered lines of prose into items. Lettered points belong to the number above them. */
function withEnumerated(lines: readonly Point[]): Point[] {
  const points: Point[] = [];
  for (const line of lines) {
    const [mark = ""] = enumerated.exec(line.text) ?? [];
    const { outline, letter, number = null } = enumerated.exec(line.text)?.groups ?? {};
    const last = points.at(-1);
    const text = `${outline === undefined ? "" : `${outline}: `}${line.text.slice(mark.length)}`;
    const item =
      mark === ""
        ? line
        : pointOf("item", { ...line, text, number: number === null ? null : Number(number) });
    if (letter !== undefined && last?.form === "item" && /^\d+\.\d/.test(last.text)) last.below.push(item);
    else points.push(item);
  }
  return points;
}

function tableOf(table: Table, at: Place): Point {
  const [header = [], ...rows] = table.children.map((row) => row.children.map((cell) => plainText(cell)));
  const below = rows.map((cells, index) => {
    const line = lineOf(table.children[index + 1] ?? table, at);
    return pointOf("row", { text: rowText(header, cells), cells, line });
  });
  return pointOf("table", { text: "", cells: header, line: lineOf(table, at), below });
}

/** A row as text: a scenario if the columns are `Given`, `When` and `Then`; else `first cell: Header other cell, …`. */
function rowText(header: readonly string[], cells: readonly string[]): string {
  const column = (wording: RegExp) => cells[header.findIndex((cell) => wording.test(cell))] ?? "";
  const [given, when, then] = [column(/^given\b/i), column(/^when\b/i), column(/^then\b/i)];
  if (when !== "" && then !== "")
    return `${given === "" ? "" : `Given ${given}, `}when ${when}, then ${then.replace(/^then\s+/i, "")}`;
  const said = cells
    .map((cell, at) => ({ cell, label: header[at] ?? "" }))
    .filter(({ cell }, at) => cell !== "" && !(at === 0 && /^(?:[A-Z]+[-_ ]?)?\d[\d.]*$/.test(cell)));
  const [first, ...others] = said;
  const rest = others.map(({ cell, label }) => (header.length > 2 ? `${label} ${cell}`.trim() : cell));
  return rest.length === 0 ? (first?.cell ?? "") : `${first?.cell}: ${rest.join(", ")}`;
}

/** The lines of a paragraph. Wrapped prose is one line; a hard break, bold label or mark such as `✓` starts another. */
function linesOf(paragraph: Paragraph, at: Place): readonly Point[] {
  const lines: Point[] = [];
  for (const { nodes, line, isOwn } of writtenLines(paragraph, at)) {
    const next = lineOfNodes(nodes, line);
    const before = lines.at(-1);
    const goesOn = !isOwn && next.lead === null && !beginsAnew.test(next.text);
    if (next.text === "") continue;
    if (before === undefined || !goesOn || before.lead === withoutColon(before.text)) lines.push(next);
    else lines[lines.length - 1] = pointOf("line", { ...before, text: `${before.text} ${next.text}` });
  }
  return lines;
}

interface WrittenLine {
  readonly nodes: Paragraph["children"];
  readonly line: number;
  /** Whether it follows a hard break, so that it is also rendered as a separate line. */
  readonly isOwn: boolean;
}

function writtenLines(paragraph: Paragraph, at: Place): readonly WrittenLine[] {
  const lines: WrittenLine[] = [{ nodes: [], line: lineOf(paragraph, at), isOwn: true }];
  for (const child of paragraph.children) {
    const line = lineOf(child, at);
    if (child.type === "break") lines.push({ nodes: [], line: line + 1, isOwn: true });
    else if (child.type !== "text") lines.at(-1)?.nodes.push(child);
    else addText(lines, child.value.split("\n"), line);
  }
  return lines;
}

function addText(lines: WrittenLine[], values: readonly string[], firstLine: number): void {
  for (const [index, value] of values.entries()) {
    if (index > 0) lines.push({ nodes: [], line: firstLine + index, isOwn: false });
    if (value.trim() !== "") lines.at(-1)?.nodes.push({ type: "text", value });
  }
}

/** The start of a new line: an id, a label, or a character that is used as a bullet. */
const beginsAnew =
  /^(?:\d+[.)]\s|\d+(?:\.\d+)+[.)]?\s+\p{Lu}|\(?(?:[a-z]|[ivx]{2,4})\)\s|[A-Z]{1,12}-?\d[\d.]*\s*[:.)—–-]|[\p{L} ]{2,24}[:：](?:\s|$)|[^\p{L}\p{N}\s`"'“‘([@$€#<]\s)/u;

function lineOfNodes(nodes: Paragraph["children"], line: number): Point {
  const [first] = nodes;
  return pointOf("line", {
    text: plainText({ type: "paragraph", children: nodes }),
    lead: first?.type === "strong" ? withoutColon(plainText(first)) || null : null,
    struck: first?.type === "delete" ? plainText(first) : null,
    line,
  });
}

/** The text of a node on one line, without emphasis and links. Inline code keeps its backticks. */
const plainText = (node: Nodes): string =>
  inlineText(node)
    .replaceAll(/[\s\u00A0]+/g, " ")
    .trim();

function inlineText(node: Nodes): string {
  if (node.type === "inlineCode") return `\`${node.value}\``;
  if (node.type === "break" || (node.type === "html" && /^<br\b/i.test(node.value))) return " ";
  if (node.type === "image" || node.type === "html" || node.type === "footnoteReference") return "";
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map((child) => inlineText(child)).join("") : "";
}

const lineOf = ({ position }: Nodes, { linesBefore }: Place): number =>
  (position?.start.line ?? 1) + linesBefore;

/** A document with fewer than two headings often uses bold lines instead. */
function headingOf(node: RootContent, boldHeadings: boolean): { text: string; depth: number } | null {
  if (node.type === "heading") return { text: plainText(node), depth: node.depth };
  const only = node.type === "paragraph" && node.children.length === 1 ? node.children[0] : undefined;
  if (!boldHeadings || only?.type !== "strong") return null;
  return { text: withoutColon(plainText(only)), depth: 2 };
}

/**
 * The rule after the last section that separates remarks on the document, unless lists or ids follow it; -1 if none.
 */
function footerStart(nodes: readonly RootContent[]): number {
  const heading = nodes.findLastIndex(({ type }) => type === "heading");
  const line = nodes.findLastIndex(({ type }) => type === "thematicBreak");
  const rest = nodes.slice(line + 1).filter(({ type }) => type === "paragraph" || type === "list");
  const hasIds = rest.some((node) => labelOf(plainText(node)) !== null || node.type === "list");
  return heading < 0 || line < heading || rest.length === 0 || hasIds ? -1 : line;
}

/** Assistants often return a whole document inside one code fence. */
function unwrapFence(source: string): Place {
  const fence = /^\s*(`{3,}|~{3,})(?:markdown|md)[ \t]*\n([\s\S]*?)\n\1[ \t]*\s*$/.exec(source);
  if (fence?.[2] === undefined) return { text: source, linesBefore: 0 };
  const before = source.slice(0, source.indexOf(fence[2], fence[1]?.length));
  return { text: fence[2], linesBefore: before.split("\n").length - 1 };
}

/** Lines of HTML that contain an id, such as table cells. Comments are ignored. */
function labelledHtml(html: string, line: number): readonly Unread[] {
  const text = html.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replaceAll(/[^\n]/g, ""));
  return text.split("\n").flatMap((one, index) => {
    const said = one
      .replaceAll(/<[^>]*>|\s+/g, " ")
      .replaceAll(/ +/g, " ")
      .trim();
    const isLabelled = /\b(?:N?FR|REQ)-?\d/.test(said);
    return isLabelled ? [{ text: said, line: line + index, reason: "it is written in HTML" }] : [];
  });
}
