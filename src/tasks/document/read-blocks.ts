import { lineAt } from "./source-lines.ts";

/** Returns the blocks of a piece of Markdown, with the piece's offset added: the parser, or a cache in front of it. */
export type BlockParser = (markdown: string, offset: number) => readonly Block[];

/**
 * The blocks of a whole document, parsed piece by piece: the cost of the parser grows faster than its input.
 *
 * A piece begins at a `#` heading in the first column. Such a line ends every paragraph, list, quote and
 * indented code, so only an open fence or HTML block can contain it. In that case the next piece begins at that block
 * and continues past its end.
 */
export function readBlocks(source: string, parse: BlockParser): Block[] {
  const blocks: Block[] = [];
  const headAt = headFinder(source);
  let start = 0;
  let end = headAt(1);
  while (start < source.length) {
    const piece = parse(source.slice(start, end), start);
    const last = piece.at(-1);
    const closing = last && end < source.length ? closingOffset(source, end, last) : null;
    for (const block of closing === null ? piece : piece.slice(0, -1)) blocks.push(block);
    start = last && closing !== null ? lineAt(source, last.start).start : end;
    end = headAt(Math.max(start + 1, closing ?? 0));
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

/** Where the last block of a piece closes, if the end of the piece cut through it; null if it did not. */
function closingOffset(source: string, end: number, last: Block): number | null {
  if (last.level > 0) return null;
  const text = source.slice(last.start, last.end);
  if (last.kind === "unclosed-fence") return endOf(source, end, closingFence(text));
  if (last.kind !== "html") return null;
  const marker = htmlEnd(text);
  if (marker) return marker.test(text) ? null : endOf(source, end, marker);
  const rest = source.slice(last.end, end);
  return /^[ \t]*(?:\r\n|\n|\r)?$/.test(rest) ? endOf(source, end, blankLine) : null;
}

/**
 * The end of the text that closes a block, searched from the line break before the offset; else the end of the file.
 */
function endOf(source: string, offset: number, closing: RegExp): number {
  const pattern = new RegExp(closing, "gi");
  pattern.lastIndex = offset - 1;
  return pattern.exec(source) ? pattern.lastIndex : source.length;
}

const blankLine = /(?:\r\n|\n|\r(?!\n))[ \t]*(?=[\r\n]|$)/;

function closingFence(text: string): RegExp {
  const fence = /^(`+|~+)/.exec(text)?.[0] ?? "```";
  return new RegExp(`(?<=[\\n\\r]) {0,3}${fence.charAt(0)}{${fence.length},}[ \\t]*(?=[\\r\\n]|$)`);
}

/** The end of an HTML block that may contain blank lines; null for a block that a blank line ends. */
function htmlEnd(text: string): RegExp | null {
  if (/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i.test(text)) return /<\/(?:script|pre|style|textarea)>/i;
  if (text.startsWith("<!--")) return /-->/;
  if (text.startsWith("<?")) return /\?>/;
  if (text.startsWith("<![CDATA[")) return /\]\]>/;
  return /^<![a-z]/i.test(text) ? />/ : null;
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
