/** A heading above a piece of an outline. */
export interface OutlineHeading {
  readonly text: string;
  readonly depth: number;
  readonly line: number;
}

/** The lines of a piece of an outline, 1-based, both included. */
interface Lines {
  readonly line: number;
  readonly lastLine: number;
}

/** A paragraph, code or a table in an item, without the indentation it has there. */
interface OutlineAside extends Lines {
  readonly text: string;
}

/**
 * An item of an outline, a bold line that heads one, or a label on a line of its own; with what is below it. Its lines
 * are those of its own text.
 */
export interface OutlineNode extends Lines {
  /** Without marker and box, on one line. */
  readonly text: string;
  /** What is between the brackets; null for an item without a box. */
  readonly mark: string | null;
  /** Whether it may be left out: `- [ ]* Write tests`. */
  readonly isOptional: boolean;
  readonly children: OutlineNode[];
  /** The headings above it, the topmost first. */
  readonly headings: readonly OutlineHeading[];
  readonly asides: OutlineAside[];
  /** The line that its topmost list begins on: items with text between them are in two lists. */
  readonly list: number;
  /** The text right above that list, in the same section. */
  readonly lead: string | null;
}

/** A block outside of any item: prose, code, a table. */
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

/** Whether the node or one below it has a box. */
export const hasBoxes = (node: OutlineNode): boolean =>
  withDescendants(node).some(({ mark }) => mark !== null);
