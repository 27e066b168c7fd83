import type { BlockContent, DefinitionContent, List, ListItem, Paragraph, RootContent, Table } from "mdast";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { partFrontMatter } from "../../document/front-matter.ts";
import { limitNesting } from "../../document/limit-nesting.ts";
import { labelOf } from "./ids.ts";
import type { Unread } from "./model.ts";
import { piecesOf } from "./pieces.ts";
import { plainText } from "./plain-text.ts";

/** One line of prose: inline markup is gone, inline code keeps its backticks. */
export interface Line {
  readonly text: string;
  /** The bold words that the line begins with, without a closing colon. */
  readonly lead: string | null;
  /** The crossed-out words that the line begins with. */
  readonly struck: string | null;
  readonly line: number;
}

export interface Item extends Line {
  /** The number in an ordered list. */
  readonly number: number | null;
  readonly blocks: readonly Block[];
}

export interface TableBlock {
  readonly kind: "table";
  readonly header: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: number }[];
  readonly line: number;
}

export type Block =
  | { readonly kind: "paragraph"; readonly lines: readonly Line[] }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly Item[] }
  | TableBlock
  | { readonly kind: "code"; readonly language: string; readonly text: string; readonly line: number };

/** A heading with what is written under it; the root has depth 0 and no heading. */
export interface Chapter {
  readonly heading: string;
  readonly depth: number;
  readonly line: number;
  /** The last line of the chapter, those of the chapters below it included. */
  readonly endLine: number;
  readonly blocks: readonly Block[];
  readonly chapters: readonly Chapter[];
}

interface OpenChapter extends Chapter {
  endLine: number;
  readonly blocks: Block[];
  readonly chapters: OpenChapter[];
}

export interface Markdown {
  readonly root: Chapter;
  readonly lineCount: number;
  /** Lines that were cut, HTML and fences without an end. */
  readonly unread: readonly Unread[];
}

type FlowContent = RootContent | BlockContent | DefinitionContent;

/** `<context>` on a line of its own, which would turn what follows it into HTML. */
const loneTag = /^<\/?[A-Za-z][\w-]*>[ \t]*$/gm;

interface Piece {
  readonly text: string;
  /** What is added to a line number of the piece to give that of the document. */
  readonly linesBefore: number;
}

/** Reads Markdown into its headings, with the prose, lists, tables and fences below each, in linear time. */
export function readMarkdown(source: string): Markdown {
  const body = partFrontMatter(source.replaceAll(/\r\n?/g, "\n")).body.replaceAll(loneTag, "");
  const { text, linesBefore } = unwrapFence(body);
  const { pieces, unread } = piecesOf(text);
  const parser = remark().use(remarkGfm);
  const html: Unread[] = [];
  const nodes = pieces.flatMap((piece) => {
    const at = { text: piece.text, linesBefore: piece.linesBefore + linesBefore };
    return parser.parse(limitNesting(piece.text)).children.map((node) => ({ node, at }));
  });
  const boldHeadings = nodes.filter(({ node }) => node.type === "heading").length < 2;
  const lineCount = source.split(/\r\n?|\n/).length;
  const footer = footerStart(nodes.map(({ node }) => node));
  const root: OpenChapter = { heading: "", depth: 0, line: 1, endLine: lineCount, blocks: [], chapters: [] };
  const open: OpenChapter[] = [root];
  for (const [index, { node, at }] of nodes.entries()) {
    const heading = index === footer ? { heading: "", depth: 1 } : headingOf(node, boldHeadings);
    const line = lineOf(node, at);
    if (heading !== null)
      openChapter(open, { ...heading, line, endLine: lineCount, blocks: [], chapters: [] });
    else if (node.type === "html") html.push(...labelledHtml(node.value, line));
    else open.at(-1)?.blocks.push(...blocksOf(node, at));
  }
  const cut = unread.map((one) => ({ ...one, line: one.line + linesBefore }));
  return { root, lineCount, unread: [...cut, ...html] };
}

function openChapter(open: OpenChapter[], chapter: OpenChapter): void {
  while ((open.at(-1)?.depth ?? 0) >= chapter.depth) {
    const closed = open.pop();
    if (closed !== undefined) closed.endLine = chapter.line - 1;
  }
  open.at(-1)?.chapters.push(chapter);
  open.push(chapter);
}

/** Below the last heading a line across the page parts off what belongs to the document, unless it has an id. */
function footerStart(nodes: readonly RootContent[]): number {
  const heading = nodes.findLastIndex(({ type }) => type === "heading");
  const line = nodes.findLastIndex(({ type }) => type === "thematicBreak");
  const rest = nodes.slice(line + 1).filter((node) => node.type === "paragraph" || node.type === "list");
  const hasIds = rest.some((node) => labelOf(plainText(node)) !== null || node.type === "list");
  return heading < 0 || line < heading || rest.length === 0 || hasIds ? -1 : line;
}

/** A page that has no headings to speak of often writes them as bold lines of their own. */
function headingOf(node: RootContent, boldHeadings: boolean): { heading: string; depth: number } | null {
  if (node.type === "heading") return { heading: plainText(node), depth: node.depth };
  const only = node.type === "paragraph" && node.children.length === 1 ? node.children[0] : undefined;
  if (!boldHeadings || only?.type !== "strong") return null;
  return { heading: plainText(only).replace(/[:：]$/, ""), depth: 2 };
}

/** Assistants like to hand a whole document over inside one fence. */
function unwrapFence(source: string): Piece {
  const fence = /^\s*(`{3,}|~{3,})(?:markdown|md)[ \t]*\n([\s\S]*?)\n\1[ \t]*\s*$/.exec(source);
  if (fence?.[2] === undefined) return { text: source, linesBefore: 0 };
  const before = source.slice(0, source.indexOf(fence[2], fence[1]?.length));
  return { text: fence[2], linesBefore: before.split("\n").length - 1 };
}

function blocksOf(node: FlowContent, at: Piece): readonly Block[] {
  switch (node.type) {
    case "paragraph":
      return proseBlocks(linesOf(node, at));
    case "list":
      return [listOf(node, at)];
    case "table":
      return [tableOf(node, at)];
    case "code":
      return [{ kind: "code", language: node.lang ?? "", text: node.value, line: lineOf(node, at) }];
    case "blockquote":
      return node.children.flatMap((child) => blocksOf(child, at));
    default:
      return [];
  }
}

const lineOf = (
  node: { position?: { start: { line: number } } | undefined },
  { linesBefore }: Piece,
): number => (node.position?.start.line ?? 1) + linesBefore;

function listOf(list: List, at: Piece): Block {
  const start = list.start ?? 1;
  const items = list.children.map((item, index) =>
    itemOf(item, list.ordered ? numberOf(item, start + index, at) : null, at),
  );
  return { kind: "list", ordered: list.ordered === true, items };
}

/** The number as written: Markdown itself would count on from the first. */
function numberOf(item: ListItem, counted: number, { text }: Piece): number {
  const offset = item.position?.start.offset ?? 0;
  const written = /^(\d+)[.)]/.exec(text.slice(offset, offset + 12))?.[1];
  return written === undefined || written === "1" ? counted : Number(written);
}

function itemOf(item: ListItem, number: number | null, at: Piece): Item {
  const [first, ...rest] = item.children;
  const lines = first?.type === "paragraph" ? linesOf(first, at) : [];
  const others = first?.type === "paragraph" ? rest : item.children;
  const [head, ...more] = lines;
  // A label or a number that begins a line of its own is a point of the item's, not the end of its sentence.
  const labelled = more.findIndex(({ text, lead }) => lead !== null || enumerated.test(text));
  const own = labelled < 0 ? more : more.slice(0, labelled);
  const below = labelled < 0 ? [] : proseBlocks(more.slice(labelled));
  return {
    text: [head, ...own]
      .map((line) => line?.text ?? "")
      .join(" ")
      .trim(),
    lead: head?.lead ?? null,
    struck: head?.struck ?? null,
    line: head?.line ?? lineOf(item, at),
    number,
    blocks: [...below, ...others.flatMap((child) => blocksOf(child, at))],
  };
}

/** `1.1. …`, `a) …`, which Markdown knows for no list. */
const enumerated = /^(?:(\d+(?:\.\d+)+)[.)]?\s+(?=\p{Lu})|\(?(?:[a-z]|[ivx]{2,4})\)\s+)/u;

/** Lines of prose, and a list of those that are numbered like one; lettered points belong to the number above. */
function proseBlocks(lines: readonly Line[]): Block[] {
  const first = lines.findIndex(({ text }) => enumerated.test(text));
  if (first < 0) return lines.length === 0 ? [] : [{ kind: "paragraph", lines }];
  const items: (Item & { readonly blocks: Block[] })[] = [];
  for (const line of lines.slice(first)) {
    const [mark = "", number] = enumerated.exec(line.text) ?? [];
    const text = `${number === undefined ? "" : `${number}: `}${line.text.slice(mark.length)}`;
    const item = { ...line, text, number: null, blocks: [] };
    const last = items.at(-1);
    if (last === undefined || number !== undefined || !/^\d+\.\d/.test(last.text)) items.push(item);
    else last.blocks.push({ kind: "list", ordered: true, items: [item] });
  }
  return [...proseBlocks(lines.slice(0, first)), { kind: "list", ordered: true, items }];
}

function tableOf(table: Table, at: Piece): TableBlock {
  const [header, ...rows] = table.children;
  return {
    kind: "table",
    header: header?.children.map((cell) => plainText(cell)) ?? [],
    rows: rows.map((row) => ({
      cells: row.children.map((cell) => plainText(cell)),
      line: lineOf(row, at),
    })),
    line: lineOf(table, at),
  };
}

interface OpenLine {
  readonly nodes: Paragraph["children"];
  readonly line: number;
  /** It follows a hard break, so it is a line of its own in print as well. */
  readonly isOwn: boolean;
}

/** A paragraph's lines: wrapped prose is one line; a hard break, a bold label or a mark such as `✓` begins another. */
function linesOf(paragraph: Paragraph, at: Piece): readonly Line[] {
  const open: OpenLine[] = [{ nodes: [], line: lineOf(paragraph, at), isOwn: true }];
  for (const child of paragraph.children) {
    const line = lineOf(child, at);
    if (child.type === "break") open.push({ nodes: [], line: line + 1, isOwn: true });
    else if (child.type === "text") addText(open, child.value, line);
    else open.at(-1)?.nodes.push(child);
  }
  const lines: (Line & { readonly nodes: Paragraph["children"] })[] = [];
  for (const { nodes, line, isOwn } of open) {
    const next = { ...lineFrom(nodes, line), nodes };
    const before = lines.at(-1);
    const isWholeBold = before?.lead !== null && before?.lead === before?.text.replace(/[:：]$/, "");
    const joins =
      before !== undefined && !isOwn && !isWholeBold && next.lead === null && !beginsAnew.test(next.text);
    if (next.text === "") continue;
    if (joins) lines[lines.length - 1] = { ...before, text: `${before.text} ${next.text}` };
    else lines.push(next);
  }
  return lines.map(({ text, lead, struck, line }) => ({ text, lead, struck, line }));
}

/** An id, a label or a mark that writers use for bullets. */
const beginsAnew =
  /^(?:\d+[.)]\s|\d+(?:\.\d+)+[.)]?\s+\p{Lu}|\(?(?:[a-z]|[ivx]{2,4})\)\s|[A-Z]{1,12}-?\d[\d.]*\s*[:.)—–-]|[\p{L} ]{2,24}[:：](?:\s|$)|[^\p{L}\p{N}\s`"'“‘([@$€#<]\s)/u;

function addText(open: OpenLine[], text: string, firstLine: number): void {
  for (const [index, value] of text.split("\n").entries()) {
    if (index > 0) open.push({ nodes: [], line: firstLine + index, isOwn: false });
    if (value.trim() !== "") open.at(-1)?.nodes.push({ type: "text", value });
  }
}

function lineFrom(nodes: Paragraph["children"], line: number): Line {
  const [first] = nodes;
  const text = plainText({ type: "paragraph", children: nodes });
  const lead = first?.type === "strong" ? plainText(first).replace(/\s*[:：]\s*$/, "") : null;
  return {
    text,
    lead: lead === "" ? null : lead,
    struck: first?.type === "delete" ? plainText(first) : null,
    line,
  };
}

/** What bears an id within HTML, such as a table's cell; comments are left out. */
function labelledHtml(html: string, line: number): readonly Unread[] {
  const text = html.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replaceAll(/[^\n]/g, ""));
  return text
    .split("\n")
    .map((one, index) => ({
      text: one
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
      line: line + index,
    }))
    .filter((one) => /\b(?:N?FR|REQ)-?\d/.test(one.text))
    .map((one) => ({ ...one, reason: "it is written in HTML" }));
}
