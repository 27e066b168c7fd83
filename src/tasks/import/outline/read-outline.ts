import { fieldNamed, readLabels } from "../../document/read-labels.ts";
import { Ledger } from "../ledger.ts";
import type { SourceList } from "../source-list.ts";
import { withSurroundings } from "./around-tasks.ts";
import type { OutlineNode } from "./outline-node.ts";
import { hasBoxes } from "./outline-node.ts";
import { parseOutline } from "./parse-outline.ts";
import { PhaseCollector } from "./phase-collector.ts";
import type { OutlineItem } from "./read-item.ts";
import { childIds, labelsOf, readItemWords } from "./read-item.ts";

/**
 * Reads an outline of checkboxes as phases and tasks. Items above numbered items (`1.0`) are phases; if there are none,
 * the headings are. Null if the file has no box for a task.
 */
export function readOutline(source: string): SourceList | null {
  const outline = parseOutline(source);
  const items = taskItems(nestNumbered(outline.nodes));
  if (items.length === 0) return null;
  const ledger = new Ledger(source);
  const collector = new PhaseCollector(ledger);
  collector.collect(items);
  collector.addProofs(outline);
  const isSpecKit = items.some(({ words }) => /^T\d{2,}/i.test(words.id ?? ""));
  return withSurroundings(source, outline, ledger, {
    format: isSpecKit ? "spec-kit" : "outline",
    phases: collector.all,
    headings: collector.headings,
    used: new Set(items.flatMap(({ node }) => [node, ...node.children])),
  });
}

/**
 * The topmost items that are tasks. If items are numbered, only lists with a numbered item contain tasks. Lists of
 * criteria or of a gate, according to their label or heading, never do.
 */
function taskItems(nodes: readonly OutlineNode[]): readonly OutlineItem[] {
  const boxed = nodes.filter(hasBoxes);
  const named = nodes.filter(hasTaskNumber);
  // If no box has a task number, numbered items without a box can be tasks: `- **Task 1.1**: Title`.
  const items = (boxed.some(hasTaskNumber) || named.length < 2 ? boxed : nodes)
    .filter((node) => hasBoxes(node) || hasTaskNumber(node))
    .filter((node) => labelsOf(node).every(({ name }) => name === null) && !isChecklist(node))
    .map((node) => ({ node, words: readItemWords(node.text) }))
    .filter(({ words, node }) => words.text !== "" || node.children.length > 0);
  const numbered = items.filter(({ node, words }) => words.id !== null || childIds(node).length > 0);
  if (numbered.length === 0) return items;
  const lists = new Set(numbered.map(({ node }) => node.list));
  return items.filter(({ node }) => lists.has(node.list));
}

/** Nests items `2.1` and `2.2` below a preceding item `2.` of the same list. */
function nestNumbered(nodes: readonly OutlineNode[]): readonly OutlineNode[] {
  const nested: OutlineNode[] = [];
  for (const node of nodes) {
    const parent = nested.at(-1);
    const own = parent && /^(\d+)(?:\.0)?$/.exec(readItemWords(parent.text).id ?? "")?.[1];
    const isBelow = parent?.list === node.list && own === prefixOf(node);
    if (isBelow && own !== undefined)
      nested[nested.length - 1] = { ...parent, children: [...parent.children, node] };
    else nested.push(node);
  }
  return nested;
}

const prefixOf = ({ text, mark }: OutlineNode): string | undefined =>
  mark === null ? undefined : /^(\d+)\.[1-9]\d*$/.exec(readItemWords(text).id ?? "")?.[1];

const hasTaskNumber = ({ text }: OutlineNode): boolean =>
  /^(?:\*\*)?(?:Task\s+#?\d+(?:\.\d+)*|T\d{2,})\b/i.test(text);

const gate = /\b(?:gates?|checkpoints?|checklists?|sign-?offs?|deliverables?)\b/i;

function isChecklist({ headings, lead }: OutlineNode): boolean {
  const heading = headings.at(-1)?.text ?? "";
  const label = lead === null ? undefined : readLabels({ text: lead, start: 0, end: lead.length })[0];
  const names = [heading, label?.label.text ?? ""];
  return names.some((name) => fieldNamed(name) === "verification" || gate.test(name));
}
