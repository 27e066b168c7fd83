/** A heading above a piece of an outline. */
export interface OutlineHeading {
  readonly text: string;
  readonly depth: number;
  readonly line: number;
}

/** An item of an outline, or a bold line that heads one, with what stands below it. */
export interface OutlineNode {
  readonly line: number;
  /** Without marker and box, on one line. */
  readonly text: string;
  /** What stands between the brackets; null for an item without a box. */
  readonly mark: string | null;
  readonly children: OutlineNode[];
  /** The headings above it, the topmost first. */
  readonly headings: readonly OutlineHeading[];
  /** Lines of code, further paragraphs and the like that stand in it. */
  readonly asides: number[];
}

/** A block outside of any item: prose, code, a table. */
export interface OutlineProse {
  readonly line: number;
  readonly text: string;
  readonly headings: readonly OutlineHeading[];
}

export interface Outline {
  readonly nodes: readonly OutlineNode[];
  readonly prose: readonly OutlineProse[];
  readonly headings: readonly OutlineHeading[];
}

/** The node and all that stands below it. */
export const withDescendants = (node: OutlineNode): readonly OutlineNode[] => [
  node,
  ...node.children.flatMap(withDescendants),
];

/** Whether a box tells how far the node is, or one below it does. */
export const hasBoxes = (node: OutlineNode): boolean =>
  withDescendants(node).some(({ mark }) => mark !== null);
