import type { Code, Heading, ListItem, Node, Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { limitNesting } from "./prepare-markdown.ts";
import type { Block, BlockKind } from "./read-blocks.ts";
import type { Span } from "./task-list.ts";

const lineBreak = /\r\n|\n|\r/;

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

/** The blocks of a piece of Markdown in reading order; `offset` is where the piece is in its document. */
export function parseBlocks(markdown: string, offset = 0): Block[] {
  const collector = new BlockCollector(markdown, offset);
  const root: Root = fromMarkdown(limitNesting(markdown), { extensions: [blocksOnly] });
  for (const node of root.children) collector.collect(node, 0);
  return collector.blocks;
}

class BlockCollector {
  readonly blocks: Block[] = [];
  readonly #markdown: string;
  readonly #offset: number;

  constructor(markdown: string, offset: number) {
    this.#markdown = markdown;
    this.#offset = offset;
  }

  collect(node: Nodes, level: number): void {
    if (node.type === "list") {
      for (const item of node.children) this.#collectItem(item, node.ordered === true, level);
    } else if (node.type === "heading") {
      const kind = isSetext(node, this.#markdown) ? "setext-heading" : "heading";
      this.#push(kind, level, node, headingText(node), node.depth);
    } else {
      this.#push(kindOf(node, this.#markdown), level, node, offsetsOf(node), 0);
    }
  }

  #collectItem(item: ListItem, isOrdered: boolean, level: number): void {
    const { end } = offsetsOf(item);
    const [first] = item.children;
    // Markdown reads `[x]: done` as a link definition; in an item it is text.
    const isText = first?.type === "paragraph" || first?.type === "definition";
    this.#push("item", level, item, isText ? offsetsOf(first) : { start: end, end }, isOrdered ? 1 : 0);
    for (const child of item.children) this.collect(child, level + 1);
  }

  #push(kind: BlockKind, level: number, node: Node, text: Span, depth: number): void {
    const at = this.#offset;
    const end = this.#withoutBlankLines(offsetsOf(node).end);
    this.blocks.push({
      kind,
      level,
      start: at + offsetsOf(node).start,
      end: at + end,
      textStart: at + Math.min(text.start, end),
      textEnd: at + Math.min(text.end, end),
      depth,
    });
  }

  /** An open fence includes blank lines after it; how many depends on the next block. */
  #withoutBlankLines(end: number): number {
    let contentEnd = end;
    for (let at = end; at > 0 && /[ \t\r\n]/.test(this.#markdown.charAt(at - 1)); at--) {
      if (/[\r\n]/.test(this.#markdown.charAt(at - 1))) contentEnd = at - 1;
    }
    return contentEnd;
  }
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
  const lines = markdown.slice(start, end).split(lineBreak);
  const last = (lines.length > 1 ? lines.at(-1) : undefined)?.trim() ?? "";
  const looksClosed = last.length >= fence.length && last === fence.charAt(0).repeat(last.length);
  // A closing fence that is indented too far is the last line of the code itself.
  const isContent = node.value.endsWith(last) && node.value.split(lineBreak).length === lines.length - 1;
  return looksClosed && !isContent ? "closed-fence" : "unclosed-fence";
}

/** Every parsed node has a position; the types make it optional for trees built by hand. */
function offsetsOf(node: Node): Span {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) throw new Error(`A ${node.type} node has no place.`);
  return { start, end };
}
