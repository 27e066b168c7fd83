import type { Nodes } from "mdast";

/** The words of a node on one line: emphasis and links are gone, inline code keeps its backticks. */
export function plainText(node: Nodes): string {
  return inlineText(node)
    .replaceAll(/[\s\u00A0]+/g, " ")
    .trim();
}

function inlineText(node: Nodes): string {
  if (node.type === "inlineCode") return `\`${node.value}\``;
  if (node.type === "break" || (node.type === "html" && /^<br\b/i.test(node.value))) return " ";
  if (node.type === "image" || node.type === "html" || node.type === "footnoteReference") return "";
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map((child) => inlineText(child)).join("") : "";
}
