import type { ListItem, Nodes, Paragraph, RootContent, Table, TableCell } from "mdast";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { limitNesting, partFrontMatter, withoutPictureBytes } from "../../document/prepare-markdown.ts";
import { kindOfWords } from "./heading-kind.ts";
import {
  bears,
  beginsStory,
  endsDone,
  goesOnAsTold,
  isAboutDocument,
  isBoldLine,
  isHeadLine,
  labelOf,
  obliges,
  withoutColon,
} from "./labels.ts";
import type { Unread } from "./model.ts";
import type { Point } from "./points.ts";
import { everyOne, numberOf, partUnfilled, pointOf, withoutNumber } from "./points.ts";

/** Longer lines are cut: no one writes them by hand, and the time for a line grows with the square of its length. */
const longestLine = 5000;

/**
 * A code block; or the mark of a bullet in pasted text; or a line that is only a tag such as `<context>`, which would
 * turn the lines after it into HTML, or the mark `[PRD]` around a document, a rule, or the mark `:::` around a box; or
 * the summary of a box that opens.
 */
const unmarked =
  /(^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*\2)|^([ \t]*)(?:[•●○◦▪‣][ \t]+|(?:<details[^>\n]*>[ \t]*)?<summary>(.*)<\/summary>[ \t]*$)|^(?:<\/?[A-Za-z][\w-]*>|\[\/?PRD\]|⸻|:{3,}.*)[ \t]*$/gm;
/** A summary that names a kind of section as a bold line. Any other, such as `Click to expand`, names nothing. */
function boxName(summary: string): string {
  const name = summary.replaceAll(/<[^>]*>|\*\*/g, "").trim();
  return kindOfWords(name) === "other" ? "" : `**${name}**`;
}

/** The fence around a whole document, as assistants often answer. */
const wholeFence = /^(\s*)(`{3,}|~{3,})(?:markdown|md)[ \t]*\n([\s\S]*?)\n\2[ \t]*\s*$/;

export interface Outline {
  readonly root: Point;
  /** The title in the front matter; empty without one. */
  readonly title: string;
  /** As they were read: truncated, and without the bytes of pictures. */
  readonly lines: readonly string[];
  readonly unread: readonly Unread[];
}

/** Reads Markdown into one tree. Truncated lines and unclosed blocks are reported as unread. */
export function readOutline(source: string): Outline {
  const written = withoutPictureBytes(source).split(/\r\n?|\n/);
  const lines = written.map((line) => line.slice(0, longestLine));
  const { yaml, body: markdown } = partFrontMatter(lines.join("\n"));
  const body = withHeadings(
    markdown
      .replaceAll(
        unmarked,
        (_, code, _fence, indent, summary) =>
          code ?? (indent === undefined ? "" : `${indent}${summary === undefined ? "- " : boxName(summary)}`),
      )
      .replace(wholeFence, "$1\n$3\n"),
  );
  const nodes = piecesOf(limitNesting(body)).flatMap(parsePiece);
  const root = pointOf("heading", { text: "", line: 1, endLine: lines.length });
  const closing = closingOf(nodes);
  nest(root, nodes.filter((node) => !closing.includes(node)).flatMap(pointsOf));
  const { filled, unfilled } = partUnfilled(root.below);
  const cut = written.flatMap((text, index) => (text.length > longestLine ? [cutLine(text, index + 1)] : []));
  const demands = everyOne(closing.flatMap(pointsOf))
    .filter(({ text }) => obliges(text))
    .map(({ text, line }) => ({ text, line, reason: "it is among labels after the document's final rule" }));
  const left = [
    ...cut,
    ...unfilled,
    ...demands,
    ...nodes.flatMap(unreadText),
    ...unclosed(nodes.at(-1), body),
  ];
  const title = /^title:[ \t]*(["']?)(.+?)\1[ \t]*$/m.exec(yaml ?? "")?.[2] ?? "";
  return { root: { ...root, below: filled }, title, lines, unread: left };
}

/** More paragraphs than these after a rule are a part of the document, unless they begin with a label about it. */
const longestClosing = 3;

/** What a document says of itself after its last rule: `End of document`, or `Status: Ready` and the lines after it. */
function closingOf(nodes: readonly RootContent[]): readonly RootContent[] {
  const at = nodes.findLastIndex(({ type }) => type === "thematicBreak");
  const closing = at < 0 ? [] : nodes.slice(at + 1).filter(({ type }) => type !== "definition");
  const points = closing.flatMap(pointsOf);
  const isAbout = ({ lead, text }: Point): boolean =>
    lead !== null && (isAboutDocument(text) || kindOfWords(lead) === "context");
  const says = (point: Point): boolean =>
    point.form !== "line" ||
    (point.lead !== null && !isAbout(point)) ||
    bears(point) !== null ||
    obliges(point.text) ||
    beginsStory(point.text);
  const isShort =
    closing.length <= longestClosing &&
    closing.every(({ type }) => type === "paragraph") &&
    !points.some(says);
  const isBelowSection = nodes
    .slice(0, Math.max(at, 0))
    .some((node) => node.type === "heading" && node.depth > 1);
  const isFooter = points.slice(0, 1).some(isAbout) && !closing.some(({ type }) => type === "heading");
  return isBelowSection && (isShort || isFooter) ? closing : [];
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
  const root = remark().use(remarkGfm, { singleTilde: false }).parse(text);
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

/**
 * In text without headings below its title, short lines such as `1.1 Purpose` and `2 · Goals` are headings, and so is
 * `1. Overview` above `1.1`, or above text that `2. Goals` follows. Another short line right above points is their label.
 */
const withHeadings = (text: string): string =>
  /^#{1,6}[ \t][\s\S]*^##?#?[ \t]|^##/m.test(text)
    ? text
    : withNextHeadings(
        withFirstHeading(text)
          .replaceAll(/^(\d+)[^\S\n]+·[^\S\n]+(?=\S.{0,60}$)/gm, "# $1. ")
          .replaceAll(/^(?=(\d+)\.[ \t]+\S.{0,60}\n\s*\1\.1[ \t])/gm, "# ")
          .replaceAll(/^(?=\d+\.\d+\.?[ \t]+\S.{0,60}[^.:;,!?。\s]$)/gm, "## ")
          .replaceAll(
            /(?<=\n[^\S\n]*\n)(?![-*+#>|\d])\S.{0,40}[\p{L}\p{N})](?=(?:[^\S\n]*\n)+[^\S\n]*[-*+] )/gu,
            "$&:",
          ),
      );

/** `1. Overview` and `2. Goals` name sections of a PRD, unlike `1. Log in` and `2. Log out`. */
function withFirstHeading(text: string): string {
  const lines = text.split("\n");
  const [first = -1, second = -1] = [1, 2].map((number) =>
    lines.findIndex((line) => line.startsWith(`${number}. `) && line.length < 64),
  );
  const hasText = lines.slice(first + 1, second).some((line) => line.trim() !== "");
  const areSections = [first, second].every((at) => kindOfWords(lines[at] ?? "") !== "other");
  return hasText && areSections ? lines.with(first, `# ${lines[first]}`).join("\n") : text;
}

/** `3. Non-goals` is a heading after `# 2.` too, unless a point `2.` is right above it. */
function withNextHeadings(text: string): string {
  let [top, above] = [0, ""];
  const lines = text.split("\n").map((line) => {
    const [, mark, number] = /^(# )?(\d+)\.[ \t]+\S.{0,60}[^.:;,!?。\s]$/.exec(line) ?? [];
    // Two sections can have one number by mistake.
    const isSame = Number(number) === top && kindOfWords(line) !== "other";
    const isNext = top > 0 && (isSame || Number(number) === top + 1) && !above.startsWith(`${top}. `);
    if (line.trim() !== "") above = line;
    if (mark === undefined && !isNext) return line;
    top = Number(number);
    return mark === undefined ? `# ${line}` : line;
  });
  return lines.join("\n");
}

const cutLine = (text: string, line: number): Unread => ({
  line,
  text: `${text.slice(0, 60)}…`,
  reason: `only its first ${longestLine} characters were read`,
});

/** A table that is drawn with lines, which pandoc writes for cells of several lines. */
function isGrid(node: Nodes): boolean {
  const first = node.type === "paragraph" ? node.children[0] : undefined;
  return first?.type === "text" && /^\+[-=]{3,}/.test(first.value);
}

const gridReason = "it is a table drawn with +: write its rows as | cell | cell |";

/** A table that is drawn with lines, or the text of a list, table or paragraph in HTML. */
function unreadText(node: RootContent): readonly Unread[] {
  if (isGrid(node)) return [{ line: lineOf(node), text: "+---", reason: gridReason }];
  if (node.type !== "html" || !/<(?:li|td|p|dd)\b/i.test(node.value)) return [];
  const text = plainText(node.value.replaceAll(/<!--[\s\S]*?-->|<[^>]*>/g, " "));
  return /\p{L}/u.test(text) ? [{ line: lineOf(node), text, reason: "it is HTML, which is not read" }] : [];
}

/** A code block or comment that runs to the end of the document. */
function unclosed(node: RootContent | undefined, source: string): readonly Unread[] {
  if (node?.type !== "code" && node?.type !== "html") return [];
  const [first = "", ...others] = source.split("\n").slice(lineOf(node) - 1);
  const end = node.type === "code" ? /^\s*(?:`{3,}|~{3,})/.exec(first)?.[0].trim() : "-->";
  const isClosed = end === undefined || (node.type === "html" && !first.startsWith("<!--"));
  if (isClosed || [node.type === "html" ? first : "", ...others].some((line) => line.includes(end)))
    return [];
  const reason = `the ${node.type === "code" ? "code block" : "comment"} that it begins has no end`;
  return [{ line: lineOf(node), text: first.trim(), reason }];
}

/** Ranks of nesting points, outermost first; a heading's rank is its depth. A point closes those of its rank or more. */
const ranks = { area: 7, label: 8, name: 8.5, leadIn: 9, none: 10 } as const;

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
    const rank = rankOf(point, open);
    // A list goes on in `2.`, so the lead-in above it belongs to `1.`
    const isNext = point.form === "item" && (point.number ?? 0) > 1;
    const isClosed = (one: Opened): boolean =>
      (one.rank >= rank && !isPartOf(point, one.point)) ||
      (point.form === "line" && isFull(one)) ||
      (isNext && one.rank === ranks.leadIn && !isFull(one));
    while (open.length > 1 && isClosed(open.at(-1) as Opened))
      (open.pop() as Opened).point.endLine = point.line - 1;
    const around = (open.at(-1) as Opened).point;
    const last = around.below.at(-1);
    const holder = last !== undefined && goesOn(last, point) ? last : around;
    holder.below.push(isNumberedBelow(holder, point) ? withSetOffId(point) : point);
    if (rank < ranks.none) open.push({ point, rank });
  }
  for (const { point } of open.slice(1)) point.endLine = parent.endLine;
}

function rankOf(point: Point, open: readonly Opened[]): number {
  if (point.form === "heading") return point.depth;
  if (point.form !== "line") return ranks.none;
  if (bears(point) !== null) return ranks.label;
  if (!isHeadLine(point)) return ranks.none;
  if (!isBoldLine(point)) return ranks.leadIn;
  return isInEntry(open) ? ranks.name : ranks.area;
}

/** Whether a bold line with an id is open, as in `**Relations**` below `**R1. Cart**`, but no area around it. */
const isInEntry = (open: readonly Opened[]): boolean =>
  open.some(({ point, rank }) => rank === ranks.label && isBoldLine(point)) &&
  !open.some(({ rank }) => rank === ranks.area);

/**
 * Whether numbers or ids nest points of one rank: `## 4.1 Search` after `## 4 Features`, `FR-1.1: …` after the name
 * `FR-1: Search`, `### Story 1.1` after `### Epic 1`.
 */
function isPartOf({ form, depth, text, label }: Point, above: Point): boolean {
  if (form !== above.form || depth !== above.depth) return false;
  const isOfEpic = label?.family === "story" && /^epic\b/i.test(above.label?.id ?? "");
  if (form === "heading") return isOfEpic || numberOf(text)?.startsWith(`${numberOf(above.text)}.`) === true;
  const isName = above.label?.isBare === false && !/[.。]$/.test(above.text) && !obliges(above.text);
  return isName && label?.id.startsWith(`${above.label?.id}.`) === true;
}

/** After a list below a bold line or a lead-in, a line of prose belongs to the text around it again. */
const isFull = ({ point, rank }: Opened): boolean =>
  (rank === ranks.area || rank === ranks.name || rank === ranks.leadIn) &&
  point.below.some(({ form }) => form !== "line");

/**
 * Bullets right below a numbered list belong to its last point, lettered points to the number above them, and a code
 * block to a point that ends with a colon.
 */
const goesOn = (last: Point, point: Point): boolean =>
  (point.form === "code" && last.form === "item" && /[:：]$/.test(last.text)) || isBelowNumber(last, point);

const isBelowNumber = (last: Point, point: Point): boolean =>
  last.form === "item" &&
  (last.number !== null || last.label?.isBare === true) &&
  point.form === "item" &&
  point.number === null &&
  (bears(point) === null || isNumberedBelow(last, point));

/** Whether points are numbered `1.1`, `1.2`, … below `1.`. */
const isNumberedBelow = ({ form, number, label, below }: Point, point: Point): boolean => {
  const first = `${label?.isBare ? label.id : `Requirement ${number}`}.1`;
  const isNumbered = form === "item" && point.form === "item" && point.label?.isBare === true;
  return isNumbered && (point.label?.id === first || below.some((one) => one.label?.id === first));
};

/** Numbers that continue the one above are ids, even with only a space after them. */
const withSetOffId = (point: Point): Point => ({
  ...point,
  label: point.label && { ...point.label, isSetOff: true },
});

/** The points of a Markdown node. Only headings outside of lists and quotations are headings. */
function pointsOf(node: Nodes): readonly Point[] {
  const line = lineOf(node);
  const endLine = node.position?.end.line ?? line;
  if (node.type === "heading") return [headingOf(inlineText(node), node.depth, line)];
  if (node.type === "paragraph") return isGrid(node) ? [] : withEnumerated(linesOf(withLabel(node)));
  if (node.type === "blockquote") return inside(node.children);
  if (node.type === "table") return [tableOf(node)];
  if (node.type === "code") return [pointOf("code", { text: node.value, line, endLine })];
  if (node.type !== "list") return [];
  const first = node.ordered ? (node.start ?? 1) : null;
  const items = withScenarios(
    node.children.map((item, index) => itemOf(item, first === null ? null : first + index)),
  );
  const last = flushLabels(node.children.at(-1));
  return withSeries(items.flatMap((item) => withoutLater(item, last)));
}

const bareId = /^([A-Z]{1,3})(\d+)\s+(?=\S)/;

/** Sets off ids that count on from item to item and have only a blank behind them: `O1 Members must …`, `O2 …`. */
function withSeries(items: readonly Point[]): readonly Point[] {
  const ids = items.map(({ text, lead, label }) =>
    lead === null && label === null ? bareId.exec(text) : null,
  );
  const [first] = ids;
  const isNext = (id: RegExpExecArray | null, at: number): boolean =>
    id?.[1] === first?.[1] && Number(id?.[2]) === Number(first?.[2]) + at;
  if (!first || ids.length < 2 || !ids.every(isNext)) return items;
  const setOff = items.map((item) => pointOf("item", { ...item, text: item.text.replace(bareId, "$1$2: ") }));
  return setOff.every((item) => bears(item) !== null) ? setOff : items;
}

/** A label such as `*Acceptance Criteria*`, which trackers export so, as if it were bold. */
function withLabel(node: Paragraph): Paragraph {
  const [first, ...others] = node.children;
  const isLabel = first?.type === "emphasis" && others.length === 0 && !/[.!?。]$/.test(inlineText(node));
  return isLabel && kindOfWords(inlineText(node)) === "criteria"
    ? { ...node, children: [{ type: "strong", children: node.children }] }
    : node;
}

/** Joins `Given …`, `When …` and `Then …` in points of their own. */
function withScenarios(items: readonly Point[]): readonly Point[] {
  const told: Point[] = [];
  for (const item of items) {
    const last = told.at(-1);
    const isPart = last !== undefined && /^given\b/i.test(last.text) && goesOnAsTold(last.text, item.text);
    if (!isPart) told.push(item);
    else {
      const [text, below] = [`${last.text}, ${item.text}`, [...last.below, ...item.below]];
      told.splice(-1, 1, pointOf("item", { ...last, text, below, lead: null, endLine: item.endLine }));
    }
  }
  return told;
}

/** The lines of an item's paragraph that begin with bold words in the first column. */
function flushLabels(item: ListItem | undefined): ReadonlySet<number> {
  const [first] = item?.children ?? [];
  const bold = first?.type === "paragraph" ? first.children.filter(({ type }) => type === "strong") : [];
  return new Set(bold.filter(({ position }) => position?.start.column === 1).map(lineOf));
}

/**
 * A line such as `5.3. …` right below the bullets of `5.2.` follows them, though Markdown reads it as part of the last,
 * and so does a label in the first column.
 */
function withoutLater(item: Point, labels: ReadonlySet<number>): readonly Point[] {
  const isBullet = item.number === null && item.label === null;
  const isOutline = ({ form, label }: Point): boolean =>
    isBullet && form === "item" && label?.isBare === true;
  const isLabel = ({ form, line }: Point): boolean => form === "line" && labels.has(line);
  const at = item.below.findIndex((point) => isOutline(point) || isLabel(point));
  if (at < 0) return [item];
  const below = item.below.slice(0, at);
  return [{ ...item, below, endLine: below.at(-1)?.endLine ?? item.line }, ...item.below.slice(at)];
}

/** `Implemented Requirements`, unlike `Completed Orders` */
const doneList = /^(?:implemented|completed|delivered) (?:requirements|features|scope)$/i;

/** A heading without anchors, `{#goals}`, and without the box that it can begin or end with: `US-1: Search [x]`. */
function headingOf(written: string, depth: number, line: number): Point {
  const { text: whole, struck } = partStruck(written.replaceAll(/^\[\]\{#[^{}]+\}| *\{#[^{}]+\}$/g, ""));
  const [box = ""] = /^\[[ xX]\] |(?<=.) \[[ xX]\]$/.exec(whole) ?? [];
  const text = withoutColon(whole.replace(box, ""));
  const isDone = box === "" ? doneList.test(withoutNumber(text)) || endsDone(text) || null : /x/i.test(box);
  return pointOf("heading", { text, struck, depth, line, isDone });
}

const inside = (nodes: readonly Nodes[]): readonly Point[] =>
  nodes.flatMap((node) => (node.type === "heading" ? [] : pointsOf(node)));

function itemOf(item: ListItem, number: number | null): Point {
  const [first, ...rest] = item.children;
  const lines = first?.type === "paragraph" ? linesOf(first) : [];
  // A later line that begins with a label or a number is a point below the item, not the end of its sentence.
  const later = lines.findIndex(({ text, lead }, at) => at > 0 && (lead !== null || enumerated.test(text)));
  const end = later === -1 ? lines.length : later;
  const text = lines.slice(0, end).map((line) => line.text);
  // `**Clear tone**` above a sentence names it.
  if (text.length > 1 && lines[0]?.lead === text[0]) text[0] += ":";
  const given = {
    line: lineOf(item),
    ...lines[0],
    text: unpunctuated(text.join(" ")),
    number,
    isDone: item.checked ?? null,
  };
  const point = pointOf("item", { ...given, endLine: item.position?.end.line ?? given.line });
  nest(point, [
    ...withEnumerated(lines.slice(end)),
    ...inside(first?.type === "paragraph" ? rest : item.children),
  ]);
  return point;
}

/** A point without the comma or semicolon before the next one. */
const unpunctuated = (text: string): string => text.replace(/(?<=[\p{L}\p{N})`”’%\]])[,;](?:\s+and)?$/u, "");

/** Numbered points that Markdown does not read as a list: `1.1. …`, `a) …`, `a. …`, and `3. …` right below a line of prose. */
const enumerated =
  /^(?:(?<outline>\d+(?:\.\d+)+)[.):]?\s+(?=["“„«]?[\p{Lu}`])|(?<letter>\(?(?:[a-z]|[ivx]{2,4})[.)]\s+|\d+[a-z][.)]\s+)|(?<number>\d+)[.)]\s+)/u;

/** The mark of a bullet that Markdown does not read as a list. */
const bulletMark = /^[-*+•–]\s+/;

/** A line such as `D1. …` as an item, unless its id is that of a requirement wherever it is. Such a line owns what follows. */
const withLettered = (line: Point): Point =>
  /^[A-Z]\d{1,2}[.)]\s+\S/.test(line.text) && bears(line) === null ? pointOf("item", line) : line;

/** Turns numbered lines of prose into items, and lines with the mark of a bullet after one of them. */
function withEnumerated(lines: readonly Point[]): readonly Point[] {
  const first = lines.findIndex(({ text }) => enumerated.test(text));
  return lines.map((line, at) => {
    const bullet = bulletMark.exec(line.text)?.[0];
    if (bullet !== undefined && first >= 0 && first < at)
      return pointOf("item", { ...line, text: unpunctuated(line.text.slice(bullet.length)) });
    const { 0: mark, groups: { outline, number = null } = {} } = enumerated.exec(line.text) ?? {};
    if (mark === undefined) return withLettered(line);
    const text = `${outline === undefined ? "" : `${outline}: `}${line.text.slice(mark.length)}`;
    const lead = line.lead?.startsWith(mark) ? line.lead.slice(mark.length) || null : line.lead;
    return pointOf("item", { ...line, text, lead, number: number === null ? null : Number(number) });
  });
}

function tableOf(table: Table): Point {
  const [header = [], ...rows] = table.children.map((row) =>
    row.children.map((cell) => partStruck(cellText(cell))),
  );
  const names = header.map(({ text }) => text);
  const kinds = names.map(kindOfWords);
  const isScope =
    kinds.includes("nonGoals") && kinds.every((kind) => kind === "scope" || kind === "nonGoals");
  const below = rows.flatMap((row, index) => {
    const line = lineOf(table.children[index + 1] ?? table);
    // The cells of `In scope | Out of scope` have nothing to do with each other.
    if (isScope)
      return row.flatMap(({ text, struck }, at) => {
        const said = kinds[at] === "nonGoals" ? `${names[at]}: ${text}` : text;
        return text === "" ? [] : pointOf("row", { text: said, struck, cells: [], line });
      });
    const whole = rowText(
      names,
      row.map(({ text }) => text),
    );
    const isOut = ({ text, struck }: Struck): boolean => text !== "" && struck === text;
    const isStruck = row.some((cell) => isOut(cell) && cell.text.length > whole.length / 2);
    const cells = row.map((cell) => (isOut(cell) && !isStruck ? "" : cell.text));
    const text = rowText(names, cells);
    return pointOf("row", { text, struck: isStruck ? text : null, cells, line });
  });
  return pointOf("table", { text: "", cells: names, line: lineOf(table), below });
}

/** The text of a cell. A list that was written with `<br>- ` is an enumeration in it. */
function cellText({ children }: TableCell): string {
  const written = children.map((child) => (isBreak(child) ? "\n" : inlineText(child))).join("");
  const lines = written.split("\n").map((line) => line.trim());
  const texts = lines.map((line, at) => {
    // Without a list, `+ shipping` is what it says.
    const text = lines.length > 1 ? line.replace(bulletMark, "") : line;
    const isNext = text !== line && at > 0 && !/[:：]\uFDD1?$/.test(lines[at - 1] ?? "");
    return isNext ? `; ${text}` : ` ${text}`;
  });
  return texts.join("");
}

/** A row as text: `first cell: Header other cell, …`, without a number in the first column, unless it is a code. */
function rowText(header: readonly string[], cells: readonly string[]): string {
  const said = cells
    .map((cell, at) => ({ cell, label: header[at] ?? "" }))
    .filter(
      ({ cell, label }, at) =>
        !/^[-–—]?$/.test(cell) &&
        !(at === 0 && /^(?:[A-Z]+[-_ ]?)?\d[\d.]*$/.test(cell) && !/code|status|http/i.test(label)),
    );
  const [first, ...others] = said;
  const isNamed = (cell: string): boolean =>
    header.length > 2 || /^(?:yes|no|[✅✓❌✗✘✖]\uFE0F?)$/iu.test(cell);
  const rest = others.map(({ cell, label }) => (isNamed(cell) ? `${label} ${cell}`.trim() : cell));
  return rest.length === 0
    ? (first?.cell ?? "")
    : `${first?.cell.replace(/[.:：]$/, "")}: ${rest.join(", ")}`;
}

/** The start of a new line: a number, an id, a label, or a character that is used as a bullet. */
const beginsAnew = (text: string): boolean =>
  enumerated.test(text) ||
  /^(?:[A-Z]{1,12}(?:-[A-Z][A-Z0-9]{0,11})*-?\d[\d.]*\s*[:.)—–-]|[A-Z]{1,12}-\d+\s+\p{Lu}|[\p{L} ]{1,24}[:：](?:\s|$)|[^\p{L}\p{N}\s`"'“‘([@$€#<]\s)/u.test(
    text,
  );

/**
 * The lines of a paragraph. Wrapped prose is one line; a hard break, bold label or mark such as `✓` starts another. A
 * sentence goes on after a comma and a break, and in `**I want** …` after `**As a reader**`.
 */
function linesOf(paragraph: Paragraph): readonly Point[] {
  const lines: { readonly first: Point; readonly texts: string[] }[] = [];
  let isBroken = false;
  const all = writtenLines(paragraph).flatMap(pastedLines);
  for (const [at, { text: written, line, isBreak }] of all.entries()) {
    const before = lines.at(-1);
    const bold = leadOf(written, isBroken ? "" : (before?.texts.at(-1) ?? ""));
    const lead = bold ?? entryTitle(plainText(written), all[at + 1]?.text ?? "");
    const next = pointOf("line", { ...partStruck(written), lead, line });
    if (before !== undefined && isJoined(before.first, next, isBroken)) before.texts.push(next.text);
    else if (next.text !== "") lines.push({ first: next, texts: [next.text] });
    isBroken = isBreak && !/[,，、]\s*$/.test(next.text);
  }
  return lines.map(({ first, texts }) =>
    texts.length === 1 ? first : pointOf("line", { ...first, text: texts.join(" ") }),
  );
}

/** Whether a line goes on in the next one. */
function isJoined(line: Point, next: Point, isBroken: boolean): boolean {
  const isTitle = line.lead === withoutColon(line.text);
  const isWrapped = !isBroken && next.lead === null && !beginsAnew(next.text);
  return next.text !== "" && !isTitle && (isWrapped || goesOnAsTold(line.text, next.text));
}

/** `FR-1 Login` or `Epic 1: Login` above a line that does not go on in it: a title without bold words. */
const entryTitle = (text: string, next: string): string | null =>
  /^(?:[A-Z]{1,12}-\d+|(?:Epic|Feature|Module|Story) \d+:)\s+\p{Lu}.{0,50}[^\s.,:;!?。]$/u.test(text) &&
  /^\s*[\p{Lu}\p{Lo}]/u.test(next)
    ? text
    : null;

/** The bold words at the start of a line. If the line before goes on in it, only a label or a line of its own counts. */
function leadOf(written: string, before: string): string | null {
  const [, bold = "", rest = ""] = /^\s*\uFDD0([^\uFDD1]*)\uFDD1(.*)$/s.exec(written) ?? [];
  const isLabel = /[:：]\s*$/.test(bold) || /^\s*(?:[:：—–-]|$)/.test(rest);
  const goesOn = /[,，、]$/.test(before) || (/^\p{Ll}/u.test(bold) && /[^.:;!?…。！？：)"”]$/.test(before));
  // `**without** touch` only stresses a word.
  const isStress = goesOn || /^\p{Ll}/u.test(bold);
  return isStress && !isLabel ? null : withoutColon(plainText(bold)) || null;
}

interface Written {
  text: string;
  line: number;
  /** Whether a hard break ends it. */
  isBreak: boolean;
}

/** The points of a list that was pasted without its line breaks: `Sync1.1 The app must …1.2 The app must …`. */
const pastedLines = (line: Written): readonly Written[] =>
  /(\d+)\.1\s+\p{Lu}.*[^\s\d]\1\.2\s+\p{Lu}/su.test(line.text)
    ? line.text.split(/(?<=[^\s\d])(?=\d+\.\d+\s+\p{Lu})/u).map((text) => ({ ...line, text }))
    : [line];

/** The lines of a paragraph as they are written. */
function writtenLines({ children }: Paragraph): readonly Written[] {
  const lines: Written[] = [{ text: "", line: 0, isBreak: false }];
  for (const child of children) {
    const last = lines.at(-1) as Written;
    const [text = "", ...others] = child.type === "text" ? child.value.split("\n") : [inlineText(child)];
    if (last.text === "") last.line = lineOf(child);
    last.text += text;
    last.isBreak = child.type === "break";
    if (child.type === "break") others.push("");
    for (const [index, other] of others.entries())
      lines.push({ text: other, line: lineOf(child) + index + 1, isBreak: false });
  }
  return lines;
}

interface Struck {
  readonly text: string;
  readonly struck: string | null;
}

/** A text with the struck-through words at its start, perhaps after an id. Struck-through words further on are removed. */
function partStruck(written: string): Struck {
  const [start = "", before = "", words = ""] = /^([^\uFDD2]*)\uFDD2([^\uFDD3]*)\uFDD3/.exec(written) ?? [];
  const isAtStart = plainText(before) === "" || labelOf(plainText(before))?.rest === "";
  const struck = (isAtStart && plainText(words)) || null;
  const kept = struck === null ? "" : start;
  const rest = written.slice(kept.length).replaceAll(/\uFDD2[^\uFDD3]*\uFDD3/g, "");
  return { text: plainText(kept + rest), struck };
}

/** A text on one line, without the marks of bold and struck words. */
const plainText = (text: string): string =>
  text
    .replaceAll(/[\uFDD0-\uFDD3]/g, "")
    .replaceAll(/[\s\u00A0]+/g, " ")
    .trim();

/** Comments and the tags that Markdown is commonly mixed with; any other tag is text, such as `<user name>`. */
const markup =
  /^<(?:!--|\/?(?:a|abbr|b|big|br|center|code|del|details|div|em|font|h[1-6]|hr|i|img|ins|kbd|label|li|mark|ol|p|pre|q|s|samp|small|span|strike|strong|sub|summary|sup|svg|t[dhr]|table|tbody|thead|tt|u|ul|var)\b)/i;

const isBreak = (node: Nodes): boolean =>
  node.type === "break" || (node.type === "html" && /^<br\b/i.test(node.value));

/** The text of a node without links and emphasis. Bold and struck words are between noncharacters. */
function inlineText(node: Nodes): string {
  if (node.type === "inlineCode") return `\`${node.value}\``;
  if (isBreak(node)) return " ";
  if (node.type === "html") return markup.test(node.value) ? "" : node.value;
  if (node.type === "image" || node.type === "footnoteReference") return "";
  if ("value" in node) return node.value;
  const text = "children" in node ? node.children.map(inlineText).join("") : "";
  if (node.type === "strong") return `\uFDD0${text}\uFDD1`;
  // In `*.log, error_*.txt`, Markdown takes the asterisks for emphasis.
  if (node.type === "emphasis" && text.startsWith(".")) return `*${text}*`;
  return node.type === "delete" ? `\uFDD2${text}\uFDD3` : text;
}

const lineOf = ({ position }: Nodes): number => position?.start.line ?? 1;
