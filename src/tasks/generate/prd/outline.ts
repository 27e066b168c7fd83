import type { BlockContent, DefinitionContent, List, ListItem, Paragraph, RootContent, Table } from "mdast";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { partFrontMatter } from "../../document/front-matter.ts";
import { limitNesting } from "../../document/limit-nesting.ts";
import { plainText } from "./plain-text.ts";

/** One line of prose: inline markup is gone, inline code keeps its backticks. */
export interface Line {
  readonly text: string;
  /** The bold words that the line begins with, without a closing colon. */
  readonly lead: string | null;
  readonly struck: boolean;
  readonly line: number;
}

export interface Item extends Line {
  /** The number in an ordered list. */
  readonly number: number | null;
  readonly blocks: readonly Block[];
}

export interface TableRow {
  readonly cells: readonly string[];
  readonly line: number;
}

export type Block =
  | { readonly kind: "paragraph"; readonly lines: readonly Line[] }
  | { readonly kind: "list"; readonly items: readonly Item[] }
  | { readonly kind: "table"; readonly header: readonly string[]; readonly rows: readonly TableRow[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string; readonly line: number }
  /** HTML of its own lines, which is not read; comments are left out. */
  | { readonly kind: "html"; readonly text: string; readonly line: number };

/** A heading with what stands under it; the root has depth 0 and no heading. */
export interface Section {
  readonly heading: string;
  readonly depth: number;
  readonly line: number;
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
}

interface OpenSection extends Section {
  readonly blocks: Block[];
  readonly sections: OpenSection[];
}

type FlowContent = RootContent | BlockContent | DefinitionContent;

/** Reads Markdown into its headings, with the prose, lists, tables and fences below each. */
export function readOutline(source: string): Section {
  const { text, linesBefore } = unwrapFence(partFrontMatter(source).body);
  const nodes = remark().use(remarkGfm).parse(limitNesting(text)).children;
  const boldHeadings = nodes.filter(({ type }) => type === "heading").length < 2;
  const root: OpenSection = { heading: "", depth: 0, line: 1, blocks: [], sections: [] };
  const open: OpenSection[] = [root];
  for (const node of nodes) {
    const heading = asHeading(node, boldHeadings);
    if (heading === undefined) open.at(-1)?.blocks.push(...blocksOf(node, text, linesBefore));
    else openSection(open, { ...heading, line: lineOf(node) + linesBefore, blocks: [], sections: [] });
  }
  return root;
}

function openSection(open: OpenSection[], section: OpenSection): void {
  while ((open.at(-1)?.depth ?? 0) >= section.depth) open.pop();
  open.at(-1)?.sections.push(section);
  open.push(section);
}

/** A page that has no headings to speak of often writes them as bold lines of their own. */
function asHeading(node: RootContent, boldHeadings: boolean): { heading: string; depth: number } | undefined {
  if (node.type === "heading") return { heading: plainText(node), depth: node.depth };
  const only = node.type === "paragraph" && node.children.length === 1 ? node.children[0] : undefined;
  if (!boldHeadings || only?.type !== "strong") return undefined;
  return { heading: plainText(only).replace(/:$/, ""), depth: 2 };
}

/** Assistants like to hand a whole document over inside one fence. */
function unwrapFence(source: string): { text: string; linesBefore: number } {
  const fence = /^\s*(`{3,}|~{3,})(?:markdown|md)[ \t]*\r?\n([\s\S]*?)\r?\n\1[ \t]*\s*$/.exec(source);
  if (fence?.[2] === undefined) return { text: source, linesBefore: 0 };
  const before = source.slice(0, source.indexOf(fence[2], fence[1]?.length));
  return { text: fence[2], linesBefore: before.split("\n").length - 1 };
}

function blocksOf(node: FlowContent, source: string, linesBefore: number): readonly Block[] {
  switch (node.type) {
    case "paragraph":
      return [{ kind: "paragraph", lines: linesOf(node, linesBefore) }];
    case "list":
      return [listOf(node, source, linesBefore)];
    case "table":
      return [tableOf(node, linesBefore)];
    case "code":
      return [
        { kind: "code", language: node.lang ?? "", text: node.value, line: lineOf(node) + linesBefore },
      ];
    case "html":
      return node.value.startsWith("<!--")
        ? []
        : [{ kind: "html", text: node.value, line: lineOf(node) + linesBefore }];
    case "blockquote":
      return node.children.flatMap((child) => blocksOf(child, source, linesBefore));
    default:
      return [];
  }
}

const lineOf = (node: { position?: { start: { line: number } } | undefined }): number =>
  node.position?.start.line ?? 1;

function listOf(list: List, source: string, linesBefore: number): Block {
  const start = list.start ?? 1;
  const items = list.children.map((item, index) =>
    itemOf(item, list.ordered ? numberOf(item, source, start + index) : null, source, linesBefore),
  );
  return { kind: "list", items };
}

/** The number as written: Markdown itself would count on from the first. */
function numberOf(item: ListItem, source: string, counted: number): number {
  const written = /^(\d+)[.)]/.exec(source.slice(item.position?.start.offset ?? 0))?.[1];
  return written === undefined || written === "1" ? counted : Number(written);
}

function itemOf(item: ListItem, number: number | null, source: string, linesBefore: number): Item {
  const [first, ...rest] = item.children;
  const lines = first?.type === "paragraph" ? linesOf(first, linesBefore) : [];
  const others = first?.type === "paragraph" ? rest : item.children;
  const head = lines[0];
  return {
    text: lines.map(({ text }) => text).join(" "),
    lead: head?.lead ?? null,
    struck: head?.struck ?? false,
    line: head?.line ?? lineOf(item) + linesBefore,
    number,
    blocks: others.flatMap((child) => blocksOf(child, source, linesBefore)),
  };
}

function tableOf(table: Table, linesBefore: number): Block {
  const [header, ...rows] = table.children;
  return {
    kind: "table",
    header: header?.children.map((cell) => plainText(cell)) ?? [],
    rows: rows.map((row) => ({
      cells: row.children.map((cell) => plainText(cell)),
      line: lineOf(row) + linesBefore,
    })),
  };
}

/** A paragraph's lines, parted where the source has a line break: labels such as `**FR-2**:` begin lines. */
function linesOf(paragraph: Paragraph, linesBefore: number): readonly Line[] {
  const lines: OpenLine[] = [{ nodes: [], line: lineOf(paragraph) + linesBefore }];
  for (const child of paragraph.children) {
    if (child.type === "break") lines.push({ nodes: [], line: lineOf(child) + linesBefore + 1 });
    else if (child.type === "text") addText(lines, child.value, lineOf(child) + linesBefore);
    else lines.at(-1)?.nodes.push(child);
  }
  return lines.map(({ nodes, line }) => lineFrom(nodes, line)).filter(({ text }) => text !== "");
}

interface OpenLine {
  readonly nodes: Paragraph["children"];
  readonly line: number;
}

function addText(lines: OpenLine[], text: string, firstLine: number): void {
  for (const [index, value] of text.split("\n").entries()) {
    if (index > 0) lines.push({ nodes: [], line: firstLine + index });
    if (value.trim() !== "") lines.at(-1)?.nodes.push({ type: "text", value });
  }
}

function lineFrom(nodes: Paragraph["children"], line: number): Line {
  const [first] = nodes;
  const lead = first?.type === "strong" ? plainText(first).replace(/\s*[:：]\s*$/, "") : null;
  const text = plainText({ type: "paragraph", children: nodes });
  return { text, lead, struck: first?.type === "delete", line };
}
