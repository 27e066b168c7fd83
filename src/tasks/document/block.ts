/** What a stretch of Markdown is, as far as a task list cares. A quote and a table's rows are not looked into. */
export const blockKinds = [
  "heading",
  "setext-heading",
  "paragraph",
  "item",
  "indented-code",
  "closed-fence",
  "unclosed-fence",
  "html",
  "quote",
  "break",
] as const;

export type BlockKind = (typeof blockKinds)[number];

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
