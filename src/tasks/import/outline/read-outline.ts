import type { Leftover, SourceList } from "../source-list.ts";
import { outlineHeader } from "./outline-header.ts";
import type { Outline, OutlineNode } from "./outline-node.ts";
import { hasBoxes } from "./outline-node.ts";
import { PhaseCollector } from "./phase-collector.ts";
import type { OutlineItem } from "./read-item.ts";
import { childIds, labelOf, readItemWords } from "./read-item.ts";
import { unreadParts } from "./unread-parts.ts";

/**
 * Reads an outline of checkboxes as phases and tasks. Items over numbered items (`1.0`) are phases; elsewhere the
 * headings are. Null where the file has no box that stands for a task.
 */
export function readOutline(outline: Outline): SourceList | null {
  const items = taskItems(outline.nodes);
  if (items.length === 0) return null;
  const leftovers: Leftover[] = [];
  const phases = new PhaseCollector(leftovers);
  for (const item of items) phases.collect(item);
  phases.addProofs(outline);
  const used = new Set(items.map(({ node }) => node));
  leftovers.push(...unreadParts(outline, used, phases.headings));
  const isSpecKit = items.some(({ words }) => /^T\d{2,}/i.test(words.id ?? ""));
  return {
    format: isSpecKit ? "spec-kit" : "outline",
    ...outlineHeader(outline),
    phases: phases.all,
    leftovers: leftovers.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)),
  };
}

/** The topmost items that stand for work. In an outline with numbers, a list of boxes elsewhere (a checklist) does not. */
function taskItems(nodes: readonly OutlineNode[]): readonly OutlineItem[] {
  const items = nodes
    .filter((node) => hasBoxes(node) && (labelOf(node)?.name ?? null) === null)
    .map((node) => ({ node, words: readItemWords(node.text) }))
    .filter(({ words, node }) => words.text !== "" || node.children.length > 0);
  const numbered = items.filter(({ node, words }) => words.id !== null || childIds(node).length > 0);
  if (numbered.length === 0) return items;
  const sections = new Set(numbered.map(({ node }) => node.headings.at(-1)));
  return items.filter(({ node }) => sections.has(node.headings.at(-1)));
}
