import { LineLedger } from "../line-ledger.ts";
import type { SourceList } from "../source-list.ts";
import { mentionsOrder, statedDependencies } from "../stated-dependencies.ts";
import { outlineHeader } from "./outline-header.ts";
import { parseOutline } from "./parse-outline.ts";
import { PhaseCollector } from "./phase-collector.ts";
import { nestNumbered, taskItems } from "./task-items.ts";
import { looseLines, sectionsOf } from "./unread-parts.ts";

/**
 * Reads an outline of checkboxes as phases and tasks. Items above numbered items (`1.0`) are phases; if there are none,
 * the headings are. Null if the file has no box for a task.
 */
export function readOutline(source: string): SourceList | null {
  const outline = parseOutline(source);
  const nodes = nestNumbered(outline.nodes);
  const items = taskItems(nodes);
  if (items.length === 0) return null;
  const ledger = new LineLedger(source);
  const phases = new PhaseCollector(ledger);
  phases.collect(items);
  phases.addProofs(outline);
  const { lines, ...header } = outlineHeader(outline);
  ledger.read(...lines);
  const used = new Set(items.flatMap(({ node }) => [node, ...node.children]));
  const loose = looseLines(outline, used);
  const stated = statedDependencies(loose, phases.all);
  for (const { line } of stated) ledger.read({ line, lastLine: line });
  ledger.leaveRest(sectionsOf(source, outline, used, phases.headings));
  const isSpecKit = items.some(({ words }) => /^T\d{2,}/i.test(words.id ?? ""));
  return {
    format: isSpecKit ? "spec-kit" : "outline",
    ...header,
    phases: phases.all,
    stated,
    mentionsOrder: mentionsOrder(loose),
    leftovers: ledger.leftovers,
    lines: ledger.count,
  };
}
