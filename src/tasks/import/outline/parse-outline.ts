import type { Block } from "../../document/read-blocks.ts";
import { oneLine } from "../../document/read-entries.ts";
import { readLabels } from "../../document/read-labels.ts";
import { blocksOf } from "../../document/reading-cache.ts";
import { LineIndex, lineAt, linesOf } from "../../document/source-lines.ts";
import type { Located } from "../../document/task-list.ts";
import { splitLines } from "../source-text.ts";
import type { Outline, OutlineHeading, OutlineNode, OutlineProse } from "./outline-node.ts";
import { readItemWords } from "./read-item.ts";

/** A separate line with a task above a list: `**Task 1**: Title` or `**T003: Title**`. */
const headLine = /^\*\*(?:Task\s+#?\d+(?:\.\d+)*|T\d{2,})\b[^*]*\*\*/i;
/** A box. A star after it marks an optional task. */
const box = /^\[(?<mark>[ xX~/!>?-]?)\](?<star>\*?)(?:\s+|$)/;

/** Reads the items of a Markdown file and the text around them. */
export function parseOutline(source: string): Outline {
  const collector = new OutlineCollector(source);
  for (const block of blocksOf(source)) collector.collect(block);
  return collector.outline;
}

interface OpenNode {
  readonly node: OutlineNode;
  readonly block: Block;
  /** The last label in the item; the items after it belong to it. */
  label: OutlineNode | null;
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
  /** The label below an item, indented no further than it, and that item. */
  #tail: { readonly of: OutlineNode; label: OutlineNode } | null = null;
  #open: OpenNode[] = [];
  #list: { readonly line: number; readonly lead: string | null } | null = null;
  #lead: string | null = null;

  constructor(source: string) {
    this.#source = source;
    this.#lines = new LineIndex(source);
  }

  collect(block: Block): void {
    this.#open = this.#open.filter((open) => block.start < open.block.end);
    if (block.kind === "item") this.#collectItem(block);
    else if (this.#open.length > 0) this.#collectInside(block);
    else {
      this.#list = null;
      if (block.kind === "heading" || block.kind === "setext-heading") this.#collectHeading(block);
      else this.#collectProse(block);
    }
  }

  #collectItem(block: Block): void {
    const { own, labels } = this.#parted(block);
    const parent = this.#open.at(-1);
    if (!parent) this.#list ??= { line: this.#lineOf(block.start), lead: this.#lead };
    const node = this.#nodeOf(block, own);
    if (parent) (parent.label ?? parent.node).children.push(node);
    else this.#placeTopmost(node);
    const open: OpenNode = { node, block, label: null };
    this.#open.push(open);
    this.#collectLabels(labels, open);
  }

  /** Splits the lines of a text at its first label after the first line. */
  #parted(block: Block): { own: readonly Located[]; labels: readonly Located[] } {
    const lines = this.#textLines(block);
    const label = lines.findIndex((line, index) => index > 0 && isLabel(line));
    const cut = label < 0 ? lines.length : label;
    return { own: lines.slice(0, cut), labels: lines.slice(cut) };
  }

  #placeTopmost(node: OutlineNode): void {
    if (this.#head) this.#head.children.push(node);
    else if (this.#tail && !continuesNumbers(this.#tail.of, node)) this.#tail.label.children.push(node);
    else {
      this.#tail = null;
      this.outline.nodes.push(node);
    }
  }

  #collectInside(block: Block): void {
    const open = this.#open.at(-1);
    // The first paragraph of an item is its text, which was read with the item.
    if (!open || block.start <= open.block.textStart) return;
    const lines = block.kind === "paragraph" ? this.#textLines(block) : [];
    if (lines[0] && isLabel(lines[0])) this.#collectLabels(lines, open);
    else {
      open.label = null;
      open.node.asides.push({ ...this.#linesFrom(block), text: this.#unindented(block) });
    }
  }

  /** Reads lines, the first of which begins with a label. Lines without a label continue the previous label. */
  #collectLabels(lines: readonly Located[], open: Pick<OpenNode, "node" | "label">): void {
    let from = 0;
    for (const [index] of lines.entries()) {
      const next = lines[index + 1];
      if (next && !isLabel(next)) continue;
      const node = this.#labelNode(lines.slice(from, index + 1));
      open.node.children.push(node);
      open.label = node;
      from = index + 1;
    }
  }

  #collectHeading(block: Block): void {
    this.#head = null;
    this.#tail = null;
    this.#lead = null;
    const heading = { text: this.#textOf(block), depth: block.depth, line: this.#lineOf(block.start) };
    this.#headings = [...this.#headings.filter(({ depth }) => depth < block.depth), heading];
    this.outline.headings.push(heading);
  }

  #collectProse(block: Block): void {
    if (block.kind === "break") {
      this.#tail = null;
      return;
    }
    const text = this.#source.slice(block.textStart, block.textEnd);
    if (block.kind === "paragraph" && headLine.test(text)) this.#collectHeadLine(block);
    else if (!this.#collectTail(block)) {
      this.#head = null;
      this.#lead = text;
      this.outline.prose.push({ ...this.#linesFrom(block), text, headings: this.#headings });
    }
  }

  #collectHeadLine(block: Block): void {
    const { own, labels } = this.#parted(block);
    this.#head = this.#nodeOf(block, own);
    this.outline.nodes.push(this.#head);
    this.#collectLabels(labels, { node: this.#head, label: null });
  }

  /** Adds a paragraph of labels after an item to it, if the paragraph begins with its status or verification. */
  #collectTail(block: Block): boolean {
    const of = this.#head ?? this.#tail?.of ?? this.outline.nodes.at(-1);
    const lines = block.kind === "paragraph" ? this.#textLines(block) : [];
    const [label] = lines[0] ? readLabels(lines[0]) : [];
    const isBeside = of?.headings === this.#headings;
    if (!of || !label || !isBeside) return false;
    const begins = label.name === "status" || label.name === "verification";
    if (!begins && !this.#tail && !this.#head) return false;
    const open: Pick<OpenNode, "node" | "label"> = { node: of, label: null };
    this.#collectLabels(lines, open);
    if (open.label && !this.#head) this.#tail = { of, label: open.label };
    return true;
  }

  #nodeOf(block: Block, lines: readonly Located[]): OutlineNode {
    const text = this.#joined(lines);
    const found = box.exec(text);
    const line = this.#lineOf(block.start);
    return {
      ...this.#labelNode(lines),
      line,
      lastLine: this.#lineOf(lines.at(-1)?.end ?? block.textStart),
      text: found ? text.slice(found[0].length) : text,
      mark: found ? (found.groups?.["mark"] ?? "") : null,
      isOptional: found?.groups?.["star"] === "*",
      list: this.#list?.line ?? line,
      lead: this.#list?.lead ?? null,
    };
  }

  #labelNode(lines: readonly Located[]): OutlineNode {
    const line = this.#lineOf(lines[0]?.start ?? 0);
    const lastLine = this.#lineOf(lines.at(-1)?.start ?? 0);
    const place = { line, lastLine, headings: this.#headings, list: line, lead: null };
    return { ...place, text: this.#joined(lines), mark: null, isOptional: false, children: [], asides: [] };
  }

  #joined(lines: readonly Located[]): string {
    return oneLine({ text: lines.map(({ text }) => text).join("\n"), start: 0, end: 0 }).trim();
  }

  #textLines({ textStart, textEnd }: Block): readonly Located[] {
    return linesOf(this.#source, { start: textStart, end: textEnd });
  }

  #textOf(block: Block): string {
    return this.#joined(this.#textLines(block));
  }

  #unindented(block: Block): string {
    const indent = block.start - lineAt(this.#source, block.start).start;
    return splitLines(this.#source.slice(block.start, block.end))
      .map((line, index) =>
        (index === 0 ? line : line.slice(Math.min(indent, line.search(/\S|$/)))).trimEnd(),
      )
      .join("\n");
  }

  #linesFrom({ start, end }: Block): { line: number; lastLine: number } {
    return { line: this.#lineOf(start), lastLine: this.#lineOf(Math.max(start, end - 1)) };
  }

  #lineOf(offset: number): number {
    return this.#lines.positionOf(offset).line;
  }
}

/** Whether a line begins with a bold label or the name of a field. */
const isLabel = (line: Located): boolean => readLabels(line).length > 0;

/** Whether the number of an item follows that of another: `1.5` after `1.4`, `T005` after `T004`. */
function continuesNumbers({ text: before }: OutlineNode, { text }: OutlineNode): boolean {
  const [one, other] = [readItemWords(before).id, readItemWords(text).id];
  if (one === null || other === null) return false;
  const form = (id: string) => id.replaceAll(/\d+/g, "0");
  return form(one) === form(other) && one.localeCompare(other, "en", { numeric: true }) < 0;
}
