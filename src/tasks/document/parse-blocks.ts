import type { Code, Heading, ListItem, Node, Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { limitNesting } from "./prepare-markdown.ts";
import type { Block, BlockKind } from "./read-blocks.ts";
import { LineIndex, lineAt, linesIn, linesOf, splitLines } from "./source-lines.ts";
import type { Span } from "./task-list.ts";

/**
 * A task list is read by blocks, and the text of a line from the source. Without inline constructs, the time for a line
 * is proportional to its length.
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

/** The blocks of a piece of Markdown in reading order. */
export function parseBlocks(source: string): Block[] {
  const markdown = limitNesting(source);
  const root: Root = fromMarkdown(markdown, { extensions: [blocksOnly] });
  return root.children
    .flatMap((node) => blocksIn(markdown, node, 0))
    .flatMap((block) => partList(markdown, block));
}

/** Markdown takes a list that is indented by four blanks or more for more text of the paragraph above it. */
function partList(markdown: string, block: Block): readonly Block[] {
  const { kind, textStart: start, textEnd } = block;
  if (kind !== "item" && kind !== "paragraph" && kind !== "setext-heading") return [block];
  const lines = linesOf(markdown, { start, end: textEnd });
  const at = lines.findIndex(({ text }, index) => index > 0 && listMarker.test(text));
  const [above, list] = [lines[at - 1], lines[at]];
  if (!above || !list) return [block];
  // The first paragraph of an item is also a block of its own.
  if (kind === "item") return [{ ...block, textEnd: above.end }];
  const text: Block = { ...block, kind: "paragraph", end: above.end, textEnd: above.end };
  return [text, ...parseIndented(markdown, { start: list.start, end: block.end }, block.level)];
}

const listMarker = /^(?:[-+*]|1[.)])[ \t]+\S/;

/** The blocks of a list without its indentation, where they are in the Markdown around it. */
function parseIndented(markdown: string, { start, end }: Span, level: number): readonly Block[] {
  const indent = start - lineAt(markdown, start).start;
  const blanks = new RegExp(`^[ \\t]{0,${indent}}`);
  const starts: number[] = [];
  const lines = linesIn(markdown, { start, end }).map((line) => {
    const lineEnd = Math.min(line.end, end);
    const text = markdown.slice(line.start, lineEnd).replace(blanks, "");
    starts.push(lineEnd - text.length);
    return text;
  });
  const text = lines.join("\n");
  const index = new LineIndex(text);
  const placeOf = (offset: number): number => {
    const { line, column } = index.positionOf(offset);
    return (starts[line - 1] ?? 0) + column - 1;
  };
  return parseBlocks(text).map((block) => ({
    ...block,
    // The paragraph ends before a fence that is not closed in it.
    kind: block.kind === "unclosed-fence" ? "paragraph" : block.kind,
    level: block.level + level,
    start: placeOf(block.start),
    end: placeOf(block.end),
    textStart: placeOf(block.textStart),
    textEnd: placeOf(block.textEnd),
  }));
}

function blocksIn(markdown: string, node: Nodes, level: number): Block[] {
  if (node.type === "list")
    return node.children.flatMap((item) => [
      blockOf(markdown, "item", level, item, itemText(markdown, item), node.ordered ? 1 : 0),
      ...item.children.flatMap((child) => blocksIn(markdown, child, level + 1)),
    ]);
  if (node.type !== "heading")
    return [blockOf(markdown, kindOf(node, markdown), level, node, offsetsOf(node), 0)];
  const text = headingText(node);
  if (isAboveEmptyItem(node, markdown))
    return [{ ...blockOf(markdown, "paragraph", level, node, text, 0), end: text.end }];
  const kind = isSetext(node, markdown) ? "setext-heading" : "heading";
  return [blockOf(markdown, kind, level, node, text, node.depth)];
}

/** Markdown takes an empty item right below text, a single `-`, for the line under a heading. */
const isAboveEmptyItem = (node: Heading, markdown: string): boolean =>
  isSetext(node, markdown) &&
  /[\r\n][ \t]*-[ \t]*$/.test(markdown.slice(headingText(node).end, offsetsOf(node).end));

function itemText(markdown: string, item: ListItem): Span {
  const [first] = item.children;
  if (first?.type === "heading" && isAboveEmptyItem(first, markdown)) return headingText(first);
  // Markdown reads `[x]: done` as a link definition; in an item it is text.
  if (first?.type === "paragraph" || first?.type === "definition") return offsetsOf(first);
  const { end } = offsetsOf(item);
  return { start: end, end };
}

function blockOf(
  markdown: string,
  kind: BlockKind,
  level: number,
  node: Node,
  text: Span,
  depth: number,
): Block {
  const { start } = offsetsOf(node);
  const end = withoutBlankLines(markdown, offsetsOf(node).end);
  const [textStart, textEnd] = [Math.min(text.start, end), Math.min(text.end, end)];
  return { kind, level, start, end, textStart, textEnd, depth };
}

/** An open fence includes blank lines after it; how many depends on the next block. */
function withoutBlankLines(markdown: string, end: number): number {
  let contentEnd = end;
  for (let at = end; at > 0 && /[ \t\r\n]/.test(markdown.charAt(at - 1)); at--)
    if (/[\r\n]/.test(markdown.charAt(at - 1))) contentEnd = at - 1;
  return contentEnd;
}

function kindOf(node: Nodes, markdown: string): BlockKind {
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

function headingText(node: Heading): Span {
  const [first] = node.children;
  const last = node.children.at(-1);
  if (!first || !last) return { start: offsetsOf(node).end, end: offsetsOf(node).end };
  return { start: offsetsOf(first).start, end: offsetsOf(last).end };
}

function kindOfCode(node: Code, markdown: string): BlockKind {
  const { start, end } = offsetsOf(node);
  const fence = /^(?:`{3,}|~{3,})/.exec(markdown.slice(start, end))?.[0];
  if (!fence) return "indented-code";
  const lines = splitLines(markdown.slice(start, end));
  const last = (lines.length > 1 ? lines.at(-1) : undefined)?.trim() ?? "";
  const looksClosed = last.length >= fence.length && last === fence.charAt(0).repeat(last.length);
  // A closing fence that is indented too far is the last line of the code itself.
  const isContent = node.value.endsWith(last) && splitLines(node.value).length === lines.length - 1;
  return looksClosed && !isContent ? "closed-fence" : "unclosed-fence";
}

/** Every parsed node has a position; the types make it optional for trees built by hand. */
function offsetsOf(node: Node): Span {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) throw new Error(`A ${node.type} node has no place.`);
  return { start, end };
}
