import type { Block } from "../../document/block.ts";
import { LineIndex } from "../../document/line-index.ts";
import { readBlocks } from "../../document/read-blocks.ts";
import { oneLine } from "../../document/read-entries.ts";
import { rememberedReading } from "../../document/remembered-reading.ts";
import type { Outline, OutlineHeading, OutlineNode, OutlineProse } from "./outline-node.ts";

/** `**Task 1**: Title` or `**T003: Title**` on a line of its own heads the list below it. */
const headLine = /^\*\*(?:Task\s+#?\d+(?:\.\d+)?|T\d{2,})\b[^*]*\*\*/i;
const box = /^\[(?<mark>[ xX~/!>?-]?)\](?:\s+|$)/;

/** Reads the items of a Markdown file with all that stands around them. */
export function parseOutline(source: string): Outline {
  const collector = new OutlineCollector(source);
  const text = source.startsWith("\uFEFF") ? ` ${source.slice(1)}` : source;
  const memory = rememberedReading(source);
  const blocks = readBlocks(text, (piece, offset) => memory.blocksOf(piece, offset));
  for (const block of blocks) collector.collect(block);
  return collector.outline;
}

interface OpenNode {
  readonly node: OutlineNode;
  readonly block: Block;
}

class OutlineCollector {
  readonly outline: { nodes: OutlineNode[]; prose: OutlineProse[]; headings: OutlineHeading[] } = {
    nodes: [],
    prose: [],
    headings: [],
  };
  readonly #source: string;
  readonly #lines: LineIndex;
  #headings: readonly OutlineHeading[] = [];
  /** The bold line whose list is being read. */
  #head: OutlineNode | null = null;
  #open: OpenNode[] = [];

  constructor(source: string) {
    this.#source = source;
    this.#lines = new LineIndex(source);
  }

  collect(block: Block): void {
    this.#open = this.#open.filter((open) => block.start < open.block.end);
    if (block.kind === "item") this.#collectItem(block);
    else if (this.#open.length > 0) this.#collectAside(block);
    else if (block.kind === "heading" || block.kind === "setext-heading") this.#collectHeading(block);
    else this.#collectProse(block);
  }

  #collectItem(block: Block): void {
    const parent = this.#open.at(-1)?.node ?? this.#head;
    const node = this.#nodeOf(block, this.#textOf(block));
    (parent?.children ?? this.outline.nodes).push(node);
    this.#open.push({ node, block });
  }

  #collectAside(block: Block): void {
    const open = this.#open.at(-1);
    // An item's first paragraph is its text, which the item has already.
    if (open && block.start > open.block.textStart) open.node.asides.push(this.#lineOf(block));
  }

  #collectHeading(block: Block): void {
    this.#head = null;
    const heading = { text: this.#textOf(block), depth: block.depth, line: this.#lineOf(block) };
    this.#headings = [...this.#headings.filter(({ depth }) => depth < block.depth), heading];
    this.outline.headings.push(heading);
  }

  #collectProse(block: Block): void {
    if (block.kind === "break") return;
    const text = this.#source.slice(block.textStart, block.textEnd);
    this.#head = null;
    if (block.kind === "paragraph" && headLine.test(text)) {
      this.#head = this.#nodeOf(block, oneLine({ text, start: 0, end: 0 }));
      this.outline.nodes.push(this.#head);
    } else this.outline.prose.push({ line: this.#lineOf(block), text, headings: this.#headings });
  }

  #nodeOf(block: Block, text: string): OutlineNode {
    const found = box.exec(text);
    return {
      line: this.#lineOf(block),
      text: found ? text.slice(found[0].length) : text,
      mark: found ? (found.groups?.["mark"] ?? "") : null,
      children: [],
      headings: this.#headings,
      asides: [],
    };
  }

  #textOf({ textStart, textEnd }: Block): string {
    return oneLine({ text: this.#source.slice(textStart, textEnd), start: textStart, end: textEnd }).trim();
  }

  #lineOf({ start }: Block): number {
    return this.#lines.positionOf(start).line;
  }
}
