import type { Block } from "../../document/read-blocks.ts";
import { oneLine } from "../../document/read-entries.ts";
import { readLabels } from "../../document/read-labels.ts";
import { blocksOf } from "../../document/reading-cache.ts";
import { LineIndex, linesOf } from "../../document/source-lines.ts";
import type { Located, Status } from "../../document/task-list.ts";
import type { ItemWords } from "./item-words.ts";
import { readItemWords, readTaskHeading } from "./item-words.ts";

/** A heading of a Markdown file. */
export interface Heading {
  readonly text: string;
  readonly depth: number;
  readonly line: number;
}

/**
 * An item of a list, or a line that heads a task, with everything that belongs to it. Lines are 1-based and inclusive.
 */
export interface Item {
  /** Its text on one line, without list marker and box. */
  readonly text: string;
  readonly words: ItemWords;
  /** The character in its box; empty for `[]`, null for an item without a box. */
  readonly mark: string | null;
  /** Whether a star marks it as optional: `- [ ]* Write tests`. */
  readonly isOptional: boolean;
  readonly line: number;
  /** The last line of its text. The lines below it up to `lastLine` are its details. */
  readonly textEnd: number;
  lastLine: number;
  readonly children: Item[];
  /** The headings above it, the topmost first. */
  readonly headings: readonly Heading[];
  /** The first line of the outermost list around it. Items with text between them are in different lists. */
  readonly list: number;
  /** The text right above that list in the same section. */
  readonly lead: string | null;
}

/** A separate line with a task above a list: `**Task 1**: Title` or `**T003: Title**`. */
const headLine = /^\*\*(?:Task\s+#?\d+(?:\.\d+)*|T\d{2,})\b[^*]*\*\*/i;
/** A box. A star after it marks an optional task. */
const box = /^\[(?<mark>[ xX~/!>?-]?)\](?<star>\*?)(?:\s+|$)/;

/**
 * Reads the items of a Markdown file.
 * @param by whether headings that say Task head tasks, or lines that do
 */
export function parseOutline(source: string, by: "headings" | "lines") {
  const parser = new OutlineParser(source, by);
  for (const block of blocksOf(source)) parser.add(block);
  return parser;
}

class OutlineParser {
  /** The text of the first heading of the first level. */
  title: string | null = null;
  /** The tasks by their headings, or the topmost items. */
  readonly items: Item[] = [];
  /** Those that head no task. */
  readonly headings: Heading[] = [];
  readonly #source: string;
  readonly #lines: LineIndex;
  readonly #by: "headings" | "lines";
  #above: readonly Heading[] = [];
  /** The item that the following blocks belong to, and the depth of its heading; null at the top. */
  #section: { readonly item: Item; readonly depth: number } | null = null;
  #open: { readonly item: Item; readonly end: number }[] = [];
  #list: Pick<Item, "list" | "lead"> | null = null;
  #lead: string | null = null;

  constructor(source: string, by: "headings" | "lines") {
    this.#source = source;
    this.#lines = new LineIndex(source);
    this.#by = by;
  }

  add(block: Block): void {
    this.#open = this.#open.filter(({ end }) => block.start < end);
    if (block.kind === "item") this.#addItem(block);
    else if (this.#open.length > 0) return;
    else if (block.kind === "heading" || block.kind === "setext-heading") this.#addHeading(block);
    else if (block.kind === "break") this.#close();
    else this.#addText(block);
  }

  #addItem(block: Block): void {
    const parent = this.#open.at(-1)?.item;
    if (!parent) this.#list ??= { list: this.#lineOf(block.start), lead: this.#lead };
    const item = this.#itemOf(block);
    if (!parent && this.#section && continuesNumbers(this.#section.item, item)) this.#section = null;
    const above = parent ?? this.#section?.item;
    if (above) {
      above.children.push(item);
      above.lastLine = Math.max(above.lastLine, item.lastLine);
    } else if (this.#by === "lines") this.items.push(item);
    this.#open.push({ item, end: block.end });
  }

  #addHeading(block: Block): void {
    const text = this.#join(this.#linesOf(block));
    const words = this.#by === "headings" ? readTaskHeading(text) : null;
    if (!words && this.#section && block.depth > this.#section.depth) {
      this.#extend(block);
      return;
    }
    this.#close();
    if (block.depth === 1) this.title ??= words?.title ?? text;
    this.#above = this.#above.filter(({ depth }) => depth < block.depth);
    if (words) this.#begin({ ...this.#itemOf(block), words }, block.depth);
    else {
      const heading = { text, depth: block.depth, line: this.#lineOf(block.start) };
      this.#above = [...this.#above, heading];
      this.headings.push(heading);
    }
  }

  #addText(block: Block): void {
    this.#list = null;
    const text = this.#source.slice(block.textStart, block.textEnd);
    const last = this.items.at(-1);
    if (this.#by === "lines" && block.kind === "paragraph" && headLine.test(text))
      this.#begin(this.#itemOf(block));
    else if (!this.#section && last?.headings === this.#above && this.#beginsTail(block))
      this.#section = { item: last, depth: Number.POSITIVE_INFINITY };
    if (this.#section) this.#extend(block);
    else this.#lead = text;
  }

  /** Whether labels after an item belong to it, although they are not indented: if the first is Status or a proof. */
  #beginsTail(block: Block): boolean {
    const [line] = block.kind === "paragraph" ? this.#linesOf(block) : [];
    const [label] = line ? readLabels(line) : [];
    return label?.name === "status" || label?.name === "verification";
  }

  #begin(item: Item, depth = Number.POSITIVE_INFINITY): void {
    this.#section = { item, depth };
    this.items.push(item);
  }

  #extend(block: Block): void {
    if (this.#section) this.#section.item.lastLine = this.#lineOf(Math.max(block.start, block.end - 1));
  }

  #close(): void {
    this.#section = null;
    this.#list = null;
    this.#lead = null;
  }

  /** An item, whose text ends at the first label after its first line. */
  #itemOf(block: Block): Item {
    const lines = this.#linesOf(block);
    const label = lines.findIndex((line, index) => index > 0 && readLabels(line).length > 0);
    const own = label < 0 ? lines : lines.slice(0, label);
    const joined = this.#join(own);
    const found = box.exec(joined);
    const text = found ? joined.slice(found[0].length) : joined;
    const line = this.#lineOf(block.start);
    return {
      text,
      words: readItemWords(text),
      mark: found ? (found.groups?.["mark"] ?? "") : null,
      isOptional: found?.groups?.["star"] === "*",
      line,
      textEnd: this.#lineOf(own.at(-1)?.end ?? block.textStart),
      lastLine: this.#lineOf(Math.max(block.start, block.end - 1)),
      children: [],
      headings: this.#above,
      list: this.#list?.list ?? line,
      lead: this.#list?.lead ?? null,
    };
  }

  #linesOf({ textStart, textEnd }: Block): readonly Located[] {
    return linesOf(this.#source, { start: textStart, end: textEnd });
  }

  #join(lines: readonly Located[]): string {
    return oneLine({ text: lines.map(({ text }) => text).join("\n"), start: 0, end: 0 }).trim();
  }

  #lineOf(offset: number): number {
    return this.#lines.positionOf(offset).line;
  }
}

/** Whether the number of an item follows that of another: `1.5` after `1.4`, `T005` after `T004`. */
function continuesNumbers({ words: { id: before } }: Item, { words: { id } }: Item): boolean {
  if (before === null || id === null) return false;
  const form = (name: string) => name.replaceAll(/\d+/g, "0");
  return form(before) === form(id) && before.localeCompare(id, "en", { numeric: true }) < 0;
}

/** Whether the item or a descendant has a box. */
export const hasBoxes = ({ mark, children }: Item): boolean => mark !== null || children.some(hasBoxes);

/** The status that a box stands for; null for a character without a common meaning. */
export function statusOfMark(mark: string): Status | null {
  if (mark === "" || mark === " ") return "Not Started";
  if (mark === "x" || mark === "X") return "Complete";
  if (mark === "!") return "Blocked";
  return ["~", "/", ">", "-"].includes(mark) ? "In Progress" : null;
}
