import type { Code, Heading, ListItem, Node, Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import type { Block, BlockKind } from "./block.ts";

const lineBreak = /\r\n|\n|\r/;

/**
 * A task list is read by its blocks; what stands inside a line is read from the source. Without the inline
 * constructs no line, however long or odd, can cost more than its length.
 */
const blocksOnly = {
  disable: {
    null: [
      "attention",
      "autolink",
      "characterEscape",
      "characterReference",
      "codeText",
      "hardBreakEscape",
      "htmlText",
      "labelEnd",
      "labelStartImage",
      "labelStartLink",
    ],
  },
};

/** The blocks of a Markdown text in reading order, with offsets into it. */
export function parseBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const root: Root = fromMarkdown(markdown, { extensions: [blocksOnly] });
  for (const node of root.children) collect(node, 0, markdown, blocks);
  return blocks;
}

function collect(node: Nodes, level: number, markdown: string, blocks: Block[]): void {
  if (node.type === "list") {
    for (const item of node.children) collectItem(item, node.ordered === true, level, markdown, blocks);
    return;
  }
  const kind = kindOf(node, markdown);
  const { start, end } = offsetsOf(node);
  if (node.type !== "heading") {
    blocks.push({ kind, level, start, end, textStart: start, textEnd: end, depth: 0 });
    return;
  }
  const text = headingText(node);
  blocks.push({ kind, level, start, end, textStart: text.start, textEnd: text.end, depth: node.depth });
}

function collectItem(
  item: ListItem,
  ordered: boolean,
  level: number,
  markdown: string,
  blocks: Block[],
): void {
  const { start, end } = offsetsOf(item);
  const [first] = item.children;
  const text =
    first?.type === "paragraph" || first?.type === "definition" ? offsetsOf(first) : { start: end, end };
  blocks.push({
    kind: "item",
    level,
    start,
    end,
    textStart: text.start,
    textEnd: text.end,
    depth: ordered ? 1 : 0,
  });
  for (const child of item.children) collect(child, level + 1, markdown, blocks);
}

function kindOf(node: Nodes, markdown: string): BlockKind {
  if (node.type === "heading") return isSetext(node, markdown) ? "setext-heading" : "heading";
  if (node.type === "code") return kindOfCode(node, markdown);
  if (node.type === "html") return "html";
  if (node.type === "blockquote") return "quote";
  if (node.type === "thematicBreak") return "break";
  return "paragraph";
}

/** An ATX heading begins with its marks; the text of a setext heading comes first. */
function isSetext(node: Heading, markdown: string): boolean {
  return markdown[offsetsOf(node).start] !== "#" || offsetsOf(node).start === headingText(node).start;
}

function headingText(node: Heading): { start: number; end: number } {
  const [first] = node.children;
  const last = node.children.at(-1);
  if (!first || !last) return { start: offsetsOf(node).end, end: offsetsOf(node).end };
  return { start: offsetsOf(first).start, end: offsetsOf(last).end };
}

function kindOfCode(node: Code, markdown: string): BlockKind {
  const { start, end } = offsetsOf(node);
  const fence = /^(?:`{3,}|~{3,})/.exec(markdown.slice(start, end))?.[0];
  if (!fence) return "indented-code";
  const lines = markdown.slice(start, end).split(lineBreak);
  const last = (lines.length > 1 ? lines.at(-1) : undefined)?.trim() ?? "";
  const looksClosed = last.length >= fence.length && last === fence.charAt(0).repeat(last.length);
  // A fence that is indented too far to close is the last line of the code itself.
  const isContent = node.value.endsWith(last) && node.value.split(lineBreak).length === lines.length - 1;
  return looksClosed && !isContent ? "closed-fence" : "unclosed-fence";
}

/** Every node of a parsed text has its place; the types allow for trees that were made by hand. */
function offsetsOf(node: Node): { start: number; end: number } {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) throw new Error(`A ${node.type} node has no place.`);
  return { start, end };
}
