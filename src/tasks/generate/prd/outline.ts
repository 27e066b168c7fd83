import type { Code, List, ListItem, Nodes, Paragraph, RootContent, Table } from "mdast";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { limitNesting, partFrontMatter } from "../../document/prepare-markdown.ts";
import { bears, labelOfLine } from "./ids.ts";
import { isBoldLine, isHeadLine, withoutColon } from "./labels.ts";
import type { Unread } from "./model.ts";
import type { Point } from "./points.ts";
import { partUnfilled } from "./points.ts";

interface Outline {
  readonly root: Point;
  /** Truncated lines, placeholders and unclosed blocks. */
  readonly unread: readonly Unread[];
}

/** Longer lines are cut, because no one writes them by hand. */
const longestLine = 20_000;

/** A line that is only a tag such as `<context>`, which would turn the lines after it into HTML. */
const loneTag = /^<\/?[A-Za-z][\w-]*>[ \t]*$/gm;
/** The fence around a whole document, as assistants often answer. */
const wholeFence = /^(\s*)(`{3,}|~{3,})(?:markdown|md)[ \t]*\n([\s\S]*?)\n\2[ \t]*\s*$/;

/** Reads Markdown into one tree. */
export function readOutline(source: string): Outline {
  const lines = source.split(/\r\n?|\n/);
  const written = lines.map((line) => line.slice(0, longestLine)).join("\n");
  const body = withHeadings(
    partFrontMatter(written).body.replaceAll(loneTag, "").replace(wholeFence, "$1\n$3\n"),
  );
  const pieces = piecesOf(limitNesting(body));
  const children = pieces.flatMap(parsePiece);
  const points: Point[] = [];
  for (const node of children) {
    if (node.type === "heading")
      points.push(pointOf("heading", { text: plainText(node), depth: node.depth, line: lineOf(node) }));
    else addPoints(points, [node]);
  }
  const whole = pointOf("heading", { text: "", line: 1, endLine: lines.length });
  nest(whole, points);
  const { filled, unfilled } = partUnfilled(whole.below);
  const root = { ...whole, below: filled };
  const cut = lines.flatMap((text, index) => (text.length > longestLine ? [cutLine(text, index + 1)] : []));
  return { root, unread: [...cut, ...unfilled, ...unclosed(children.at(-1), body)] };
}

/** A part of the source that Markdown reads in the same way without the rest, and the number of lines before it. */
interface Piece {
  readonly text: string;
  readonly before: number;
}

/** The parser's time grows with the square of the length, so longer texts are parsed in pieces of about this many lines. */
const longestPiece = 250;

/** Divides a text before unindented lines that begin a block. Each piece gets all link definitions. */
function piecesOf(text: string): readonly Piece[] {
  const lines = text.split("\n");
  if (lines.length <= longestPiece) return [{ text, before: 0 }];
  const definitions = lines.filter((line) => /^ {0,3}\[[^\]]+\]:\s/.test(line));
  const starts = [0];
  let end: string | null = null;
  for (const [at, line] of lines.entries()) {
    const isLong = end === null && at - (starts.at(-1) ?? 0) >= longestPiece;
    if (isLong && beginsBlock(line, lines[at - 1] ?? "")) starts.push(at);
    if (end === null) end = endOf(line);
    else if (line.trimStart().startsWith(end) || (end === "-->" && line.includes(end))) end = null;
  }
  return starts.map((before, index) => ({
    text: [...lines.slice(before, starts[index + 1]), "", ...definitions].join("\n"),
    before,
  }));
}

/** What ends the code block or comment that a line begins. */
const endOf = (line: string): string | null =>
  /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? (/<!--(?!.*-->)/.test(line) ? "-->" : null);

/** A list that is numbered `1.` throughout is not divided, because its numbers would start again. */
const beginsBlock = (line: string, before: string): boolean =>
  /^(?:[-*+] |#)/.test(line) ||
  (/^(?!1[.)])\d+[.)] /.test(line) && /^(?:\s|\d|$)/.test(before)) ||
  (/^[^\s\d|>]/.test(line) && before.trim() === "");

function parsePiece({ text, before }: Piece): readonly RootContent[] {
  const root = remark().use(remarkGfm).parse(text);
  shift(root, before);
  return root.children;
}

function shift(node: Nodes, lines: number): void {
  if (node.position !== undefined) {
    node.position.start.line += lines;
    node.position.end.line += lines;
  }
  if ("children" in node) for (const child of node.children) shift(child, lines);
}

/** In plain text, a short line such as `1.1 Purpose` is a heading, and so is `1. Overview` right above it. */
const withHeadings = (text: string): string =>
  /^#{1,6}[ \t]/m.test(text)
    ? text
    : text
        .replaceAll(/^(?=(\d+)\.[ \t]+\S.{0,60}\n\s*\1\.1[ \t])/gm, "# ")
        .replaceAll(/^(?=\d+\.\d+[ \t]+\S.{0,60}[^.:;,!?。\s]$)/gm, "## ");

const cutLine = (text: string, line: number): Unread => ({
  line,
  text: `${text.slice(0, 60)}…`,
  reason: `only its first ${longestLine} characters were read`,
});

/** A code block or comment that runs to the end of the document. */
function unclosed(node: RootContent | undefined, source: string): readonly Unread[] {
  if (node === undefined) return [];
  const text = source
    .split("\n")
    .slice(lineOf(node) - 1)
    .join("\n")
    .trim();
  const fence = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
  const isOpenCode = node.type === "code" && fence !== undefined && !text.trimEnd().endsWith(`\n${fence}`);
  const isOpenComment = node.type === "html" && text.startsWith("<!--") && !text.includes("-->");
  if (!isOpenCode && !isOpenComment) return [];
  const [first = ""] = text.split("\n");
  const reason = `the ${isOpenCode ? "code block" : "comment"} that it begins has no end`;
  return [{ line: lineOf(node), text: first.trim(), reason }];
}

function pointOf(form: Point["form"], given: Pick<Point, "text" | "line"> & Partial<Point>): Point {
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

/**
 * Ranks of nesting points, outermost first; a heading's rank is its depth. A point closes open points of the same or a
 * higher rank number.
 */
const ranks = { area: 7, label: 8, leadIn: 9, none: 10 } as const;

interface Opened {
  readonly point: Point;
  readonly rank: number;
}

/**
 * Nests points. A bold line or a line with an id contains everything up to the next one; a line that ends with a colon
 * contains the points right after it.
 */
function nest(parent: Point, points: readonly Point[]): void {
  const open: Opened[] = [{ point: parent, rank: 0 }];
  for (const point of points) {
    const rank = rankOf(point);
    const isClosed = (one: Opened): boolean => one.rank >= rank || (point.form === "line" && isFull(one));
    while (open.length > 1 && isClosed(open.at(-1) as Opened)) {
      const closed = open.pop()?.point;
      if (closed?.form === "heading") closed.endLine = point.line - 1;
    }
    open.at(-1)?.point.below.push(point);
    if (rank < ranks.none) open.push({ point, rank });
  }
  for (const { point } of open.slice(1)) if (point.form === "heading") point.endLine = parent.endLine;
}

function rankOf(point: Point): number {
  if (point.form === "heading") return point.depth;
  if (point.form !== "line") return ranks.none;
  if (bears(point) !== null) return ranks.label;
  if (!isHeadLine(point)) return ranks.none;
  return isBoldLine(point) ? ranks.area : ranks.leadIn;
}

/** After a list below a bold line or a lead-in, a line of prose belongs to the text around it again. */
const isFull = ({ point, rank }: Opened): boolean =>
  (rank === ranks.area || rank === ranks.leadIn) && point.below.some(({ form }) => form !== "line");

/** Adds the points of Markdown nodes other than headings, in order. */
function addPoints(points: Point[], nodes: readonly Nodes[]): void {
  for (const node of nodes) {
    if (node.type === "paragraph") points.push(...withEnumerated(linesOf(node)));
    else if (node.type === "blockquote") addPoints(points, node.children);
    else if (node.type === "table") points.push(tableOf(node));
    else if (node.type === "code") points.push(codeOf(node));
    else if (node.type === "list") addItems(points, node);
  }
}

function codeOf(node: Code): Point {
  const endLine = node.position?.end.line ?? lineOf(node);
  return pointOf("code", { text: node.value, line: lineOf(node), endLine });
}

function addItems(points: Point[], { ordered, start, children }: List): void {
  const last = points.at(-1);
  const items = children.map((item, index) => itemOf(item, ordered ? (start ?? 1) + index : null));
  // Bullets right below a numbered list belong to its last point.
  const isCounted = last?.form === "item" && (last.number !== null || last.label?.isBare === true);
  const goesOn =
    !ordered && isCounted && (items.every((item) => bears(item) === null) || areNumberedBelow(items, last));
  if (goesOn) last.below.push(...withOwnNumbers(items, last));
  else points.push(...items);
}

/** The id of a numbered point. */
const numberId = ({ number, label }: Point): string =>
  label?.isBare === true ? label.id : `Requirement ${number}`;

/** Whether points are numbered `1.1`, `1.2`, … below `1.`. */
const areNumberedBelow = (points: readonly Point[], above: Point): boolean =>
  points.some(({ label }) => label?.isBare === true && label.id === `${numberId(above)}.1`);

/** Numbers that continue the one above are ids, even with only a space after them. */
const withOwnNumbers = (points: readonly Point[], above: Point): readonly Point[] =>
  areNumberedBelow(points, above)
    ? points.map((point) =>
        point.label?.isBare === true ? { ...point, label: { ...point.label, isSetOff: true } } : point,
      )
    : points;

function itemOf(item: ListItem, number: number | null): Point {
  const [first, ...rest] = item.children;
  const lines = first?.type === "paragraph" ? linesOf(first) : [];
  // A later line that begins with a label or a number is a point below the item, not the end of its sentence.
  const isBelow = ({ text, lead }: Point, at: number): boolean =>
    at > 0 && (lead !== null || enumerated.test(text));
  const end = lines.some(isBelow) ? lines.findIndex(isBelow) : lines.length;
  const text = lines
    .slice(0, end)
    .map((line) => line.text)
    .join(" ");
  const isDone = item.checked ?? null;
  const point = pointOf("item", { line: lineOf(item), ...lines[0], text, number, isDone });
  const below = withEnumerated(lines.slice(end));
  addPoints(below, first?.type === "paragraph" ? rest : item.children);
  nest(point, withOwnNumbers(below, point));
  return point;
}

/** Numbered points that Markdown does not read as a list: `1.1. …`, `a) …`, and `3. …` right below a line of prose. */
const enumerated =
  /^(?:(?<outline>\d+(?:\.\d+)+)[.)]?\s+(?=\p{Lu})|(?<letter>\(?(?:[a-z]|[ivx]{2,4})\)\s+)|(?<number>\d+)[.)]\s+)/u;

/** Turns numbered lines of prose into items. Lettered points belong to the number above them. */
function withEnumerated(lines: readonly Point[]): Point[] {
  const points: Point[] = [];
  for (const line of lines) {
    const { 0: mark = "", groups: { outline, letter, number = null } = {} } =
      enumerated.exec(line.text) ?? {};
    const last = points.at(-1);
    const text = `${outline === undefined ? "" : `${outline}: `}${line.text.slice(mark.length)}`;
    const counted = number === null ? null : Number(number);
    const lead = line.lead?.startsWith(mark) ? line.lead.slice(mark.length) || null : line.lead;
    const point = mark === "" ? line : pointOf("item", { ...line, text, lead, number: counted });
    const isLettered = letter !== undefined && last?.form === "item" && /^\d+\.\d/.test(last.text);
    (isLettered ? last.below : points).push(point);
  }
  return points;
}

function tableOf(table: Table): Point {
  const [header = [], ...rows] = table.children.map((row) => row.children.map(plainText));
  const below = rows.map((cells, index) => {
    const line = lineOf(table.children[index + 1] ?? table);
    return pointOf("row", { text: rowText(header, cells), cells, line });
  });
  return pointOf("table", { text: "", cells: header, line: lineOf(table), below });
}

/** A row as text: `first cell: Header other cell, …`, without a number in the first column. */
function rowText(header: readonly string[], cells: readonly string[]): string {
  const said = cells
    .map((cell, at) => ({ cell, label: header[at] ?? "" }))
    .filter(({ cell }, at) => cell !== "" && !(at === 0 && /^(?:[A-Z]+[-_ ]?)?\d[\d.]*$/.test(cell)));
  const [first, ...others] = said;
  const rest = others.map(({ cell, label }) => (header.length > 2 ? `${label} ${cell}`.trim() : cell));
  return rest.length === 0 ? (first?.cell ?? "") : `${first?.cell}: ${rest.join(", ")}`;
}

/** The start of a new line: an id, a label, or a character that is used as a bullet. */
const beginsAnew =
  /^(?:\d+[.)]\s|\d+(?:\.\d+)+[.)]?\s+\p{Lu}|\(?(?:[a-z]|[ivx]{2,4})\)\s|[A-Z]{1,12}-?\d[\d.]*\s*[:.)—–-]|[\p{L} ]{2,24}[:：](?:\s|$)|[^\p{L}\p{N}\s`"'“‘([@$€#<]\s)/u;

/** The lines of a paragraph. Wrapped prose is one line; a hard break, bold label or mark such as `✓` starts another. */
function linesOf(paragraph: Paragraph): readonly Point[] {
  const lines: Point[] = [];
  let isBroken = false;
  for (const nodes of writtenLines(paragraph)) {
    const [first] = nodes;
    if (first === undefined) continue;
    const next = pointOf("line", {
      text: plainText({ type: "paragraph", children: nodes }),
      lead: first.type === "strong" ? withoutColon(plainText(first)) || null : null,
      struck: first.type === "delete" ? plainText(first) : null,
      line: lineOf(first),
    });
    const before = lines.at(-1);
    const goesOn = !isBroken && next.lead === null && !beginsAnew.test(next.text);
    isBroken = nodes.at(-1)?.type === "break";
    if (next.text === "") continue;
    if (before === undefined || !goesOn || before.lead === withoutColon(before.text)) lines.push(next);
    else lines[lines.length - 1] = pointOf("line", { ...before, text: `${before.text} ${next.text}` });
  }
  return lines;
}

/** The nodes of each line of a paragraph as it is written. A hard break ends its line. */
function writtenLines({ children }: Paragraph): readonly Paragraph["children"][] {
  const lines: Paragraph["children"][] = [[]];
  for (const child of children) {
    const [value = "", ...others] = child.type === "text" ? child.value.split("\n") : [];
    if (child.type !== "text") lines.at(-1)?.push(child);
    else if (value.trim() !== "") lines.at(-1)?.push({ ...child, value });
    for (const [index, other] of others.entries())
      lines.push(
        other.trim() === "" ? [] : [{ type: "text", value: other, position: below(child, index + 1) }],
      );
    if (child.type === "break") lines.push([]);
  }
  return lines;
}

/** The place of a text that begins the given number of lines below the start of its node. */
function below({ position }: Nodes, lines: number): Nodes["position"] {
  if (position === undefined) return undefined;
  return { ...position, start: { ...position.start, line: position.start.line + lines } };
}

/** The text of a node on one line, without emphasis and links. Inline code keeps its backticks. */
const plainText = (node: Nodes): string =>
  inlineText(node)
    .replaceAll(/[\s\u00A0]+/g, " ")
    .trim();

/** Comments and the tags that Markdown is commonly mixed with; any other tag is text, such as `<user name>`. */
const markup =
  /^<(?:!--|\/?(?:a|abbr|b|big|br|center|code|del|details|div|em|font|h[1-6]|hr|i|img|ins|kbd|label|li|mark|ol|p|pre|q|s|samp|small|span|strike|strong|sub|summary|sup|svg|t[dhr]|table|tbody|thead|tt|u|ul|var)\b)/i;

function inlineText(node: Nodes): string {
  if (node.type === "inlineCode") return `\`${node.value}\``;
  if (node.type === "break" || (node.type === "html" && /^<br\b/i.test(node.value))) return " ";
  if (node.type === "html") return markup.test(node.value) ? "" : node.value;
  if (node.type === "image" || node.type === "footnoteReference") return "";
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(inlineText).join("") : "";
}

const lineOf = ({ position }: Nodes): number => position?.start.line ?? 1;
