import type { Leftover } from "../source-list.ts";
import type { Outline, OutlineHeading, OutlineNode } from "./outline-node.ts";
import { hasBoxes } from "./outline-node.ts";
import { isMereTitle } from "./phase-heading.ts";

/** What of a file is neither a task nor a phase: sections of prose, headings between tasks, checklists. */
export function unreadParts(
  { nodes, prose, headings }: Outline,
  used: ReadonlySet<OutlineNode>,
  phases: ReadonlySet<OutlineHeading>,
): readonly Leftover[] {
  const parts = [...prose.filter(({ text }) => !isHeader(text)), ...nodes.filter((node) => !used.has(node))];
  const bySection = Map.groupBy(parts, (part) => part.headings.at(-1));
  const found = [...bySection].map(([heading, own]): Leftover => {
    const line = Math.min(...own.map((part) => part.line));
    const kind = own.some((part) => nodes.some((node) => node === part && hasBoxes(node)))
      ? "checklist"
      : "text";
    return {
      line,
      what: heading ? `the ${kind} of the section "${heading.text}"` : `the ${kind} above any heading`,
    };
  });
  return [...found, ...groupings(nodes, used, headings, phases)];
}

/** The PRD and the Independent Test are carried over; a box, a rule and a blank say nothing. */
const isHeader = (text: string): boolean =>
  text.split(/\r\n|\n|\r/).every((line) => /prd[\w.-]*\.md|^\*\*Independent Test\*\*/i.test(line));

/** Headings that group tasks where the phases are made of something else. */
function groupings(
  nodes: readonly OutlineNode[],
  used: ReadonlySet<OutlineNode>,
  headings: readonly OutlineHeading[],
  phases: ReadonlySet<OutlineHeading>,
): readonly Leftover[] {
  const above = new Set(nodes.filter((node) => used.has(node)).flatMap((node) => node.headings));
  return headings
    .filter((heading) => above.has(heading) && !phases.has(heading) && heading.depth > 1)
    .filter((heading) => !isMereTitle(heading))
    .map(({ line, text }) => ({ line, what: `the heading "${text}" over some of the tasks` }));
}
