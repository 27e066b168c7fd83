import { lineAt } from "./source-lines.ts";

/** Returns the blocks of a piece of Markdown, with the piece's offset added: the parser, or a cache in front of it. */
export type BlockParser = (markdown: string, offset: number) => readonly Block[];

/**
 * The blocks of a whole document, parsed piece by piece: the cost of the parser grows faster than its input.
 *
 * A piece begins at a `#` heading in the first column. Such a line ends every paragraph, list, quote and
 * indented code, so only an open fence or HTML block can contain it. In that case the next piece begins at that block
 * and is twice as long, until the block is closed in it.
 */
export function readBlocks(source: string, parse: BlockParser): Block[] {
  const blocks: Block[] = [];
  const headAt = headFinder(source);
  let start = 0;
  let end = headAt(1);
  while (start < source.length) {
    const piece = source.slice(start, end);
    const read = parse(piece, start);
    const last = read.at(-1);
    const open = last && end < source.length && continues(piece, start, last, parse) ? last : undefined;
    for (const block of read) if (block !== open) blocks.push(block);
    start = open ? lineAt(source, open.start).start : end;
    end = headAt(open ? 2 * end - start : end + 1);
  }
  return blocks;
}

/** Finds the first heading at or after an offset; the offsets asked for never decrease. */
function headFinder(source: string): (offset: number) => number {
  const head = /(?<=^|[\n\r])#{1,6}(?=[ \t\r\n]|$)/y;
  const isHead = (offset: number): boolean => {
    head.lastIndex = offset;
    return head.test(source);
  };
  let found = -1;
  return (offset) => {
    if (found >= offset) return found;
    let at = source.indexOf("#", offset);
    while (at >= 0 && !isHead(at)) at = source.indexOf("#", at + 1);
    found = at < 0 ? source.length : at;
    return found;
  };
}

/**
 * Whether a heading right after a piece would be a part of the piece's last block. A tag does not show it without what is
 * above it: it may be text of a paragraph, which the heading ends.
 */
function continues(
  piece: string,
  offset: number,
  { kind, level, start }: Block,
  parse: BlockParser,
): boolean {
  if (level > 0 || (kind !== "unclosed-fence" && kind !== "html")) return false;
  const from = kind === "html" ? offset : start;
  return parse(`${piece.slice(from - offset)}#`, from).at(-1)?.kind !== "heading";
}

/** The kinds of blocks that matter to a task list. The content of quotes and tables is not parsed. */
export type BlockKind =
  | "heading"
  | "setext-heading"
  | "paragraph"
  | "item"
  | "indented-code"
  | "closed-fence"
  | "unclosed-fence"
  | "html"
  | "quote"
  | "break";

/** One block of the document, in reading order: an item comes before the blocks inside it. */
export interface Block {
  readonly kind: BlockKind;
  /** How many list items it is in. */
  readonly level: number;
  readonly start: number;
  readonly end: number;
  /** The text of a heading without its marks, the first paragraph of an item; elsewhere the block itself. */
  readonly textStart: number;
  readonly textEnd: number;
  /** 1 to 6 for a heading, 1 for an item of an ordered list, else 0. */
  readonly depth: number;
}

/** Whether a block outside lists defines a link or a footnote. Markdown uses it in the whole document, wherever it is. */
export const isDefinition = (source: string, { kind, level, start, end }: Block): boolean =>
  kind === "paragraph" && level === 0 && /^\[[^\]\r\n]+\]:\s/.test(source.slice(start, end));
