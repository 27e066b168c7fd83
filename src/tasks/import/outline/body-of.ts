import type { OutlineNode } from "./outline-node.ts";
import { withDescendants } from "./outline-node.ts";

/** The text and code in an item and the labels below it that are not fields, as Markdown; null if there are none. */
export function bodyOf(node: OutlineNode, labels: readonly OutlineNode[]): string | null {
  const asides = withDescendants(node).flatMap((part) => part.asides);
  const parts = [
    ...asides.map(({ line, text }) => ({ line, text })),
    ...labels.map((label) => ({ line: label.line, text: labelText(label) })),
  ].toSorted((one, other) => one.line - other.line);
  return parts.length === 0 ? null : parts.map(({ text }) => text).join("\n\n");
}

const labelText = ({ text, children }: OutlineNode): string =>
  [text, ...(children.length > 0 ? [""] : []), ...children.flatMap((child) => itemLines(child, ""))].join(
    "\n",
  );

const itemLines = ({ text, mark, children }: OutlineNode, indent: string): readonly string[] => [
  `${indent}- ${mark === null ? "" : `[${mark || " "}] `}${text}`,
  ...children.flatMap((child) => itemLines(child, `${indent}  `)),
];
