/** A heading above part of an outline. */
export interface OutlineHeading {
  readonly text: string;
  readonly depth: number;
  readonly line: number;
}

/** The lines of part of an outline, 1-based and inclusive. */
interface Lines {
  readonly line: number;
  readonly lastLine: number;
}

/** A paragraph, code block or table in an item, without its indentation. */
interface OutlineAside extends Lines {
  readonly text: string;
}

/**
 * An item of an outline, a bold line above a list, or a label on a separate line, with its children. Its lines are
 * those of its text, without the children.
 */
export interface OutlineNode extends Lines {
  /** The text on one line, without list marker and box. */
  readonly text: string;
  /** The character in the box; empty for `[]`, null for an item without a box. */
  readonly mark: string | null;
  /** Whether a star marks it as optional: `- [ ]* Write tests`. */
  readonly isOptional: boolean;
  readonly children: OutlineNode[];
  /** The headings above it, the topmost first. */
  readonly headings: readonly OutlineHeading[];
  readonly asides: OutlineAside[];
  /** The first line of the outermost list around it. Items with text between them are in different lists. */
  readonly list: number;
  /** The text right above that list in the same section. */
  readonly lead: string | null;
}

/** A paragraph, code block or table outside of the items. */
export interface OutlineProse extends Lines {
  readonly text: string;
  readonly headings: readonly OutlineHeading[];
}

export interface Outline {
  readonly nodes: readonly OutlineNode[];
  readonly prose: readonly OutlineProse[];
  readonly headings: readonly OutlineHeading[];
}

/** The node and everything below it. */
export const withDescendants = (node: OutlineNode): readonly OutlineNode[] => [
  node,
  ...node.children.flatMap(withDescendants),
];

/** Whether the node or a descendant has a box. */
export const hasBoxes = (node: OutlineNode): boolean =>
  withDescendants(node).some(({ mark }) => mark !== null);
