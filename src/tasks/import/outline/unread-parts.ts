import type { NamedSection } from "../line-ledger.ts";
import type { LooseLine } from "../stated-dependencies.ts";
import type { Outline, OutlineHeading, OutlineNode } from "./outline-node.ts";
import { hasBoxes, withDescendants } from "./outline-node.ts";

/** The lines of an outline that don't belong to tasks. */
export function looseLines({ nodes, prose }: Outline, used: ReadonlySet<OutlineNode>): readonly LooseLine[] {
  const items = nodes.filter((node) => !used.has(node)).flatMap(withDescendants);
  const parts = [...items, ...prose].toSorted((one, other) => one.line - other.line);
  let label = { text: "", heading: -1 };
  return parts.flatMap(({ line, text, headings }) => {
    const heading = headings.at(-1);
    if (label.heading !== (heading?.line ?? 0)) label = { text: "", heading: heading?.line ?? 0 };
    const lines = text.split(/\r\n|\n|\r/);
    if (/[:：](?:\*\*)?$/.test(lines[0] ?? "")) label.text = lines[0]?.replaceAll(/\*\*|[:：]/g, "") ?? "";
    const about = `${heading?.text ?? ""}\n${label.text}`;
    return lines.map((words, index) => ({ line: line + index, text: words, about }));
  });
}

/** The sections of an outline, with a name for the lines in them that are neither task nor phase. */
export function sectionsOf(
  source: string,
  { nodes, headings }: Outline,
  used: ReadonlySet<OutlineNode>,
  phases: ReadonlySet<OutlineHeading>,
): readonly NamedSection[] {
  const checklists = nodes.filter((node) => !used.has(node) && hasBoxes(node));
  const above = new Set(nodes.filter((node) => used.has(node)).flatMap((node) => node.headings));
  const end = source.split(/\r\n|\n|\r/).length;
  const sections = headings.map((heading, index) => {
    const { line, text } = heading;
    const lastLine = (headings[index + 1]?.line ?? end + 1) - 1;
    const isChecklist = checklists.some((node) => node.headings.at(-1) === heading);
    const isGrouping = above.has(heading) && !phases.has(heading);
    return {
      line,
      lastLine,
      what: `the ${isChecklist ? "checklist" : "text"} of the section "${text}"`,
      heading: `the heading "${text}"${isGrouping ? " over some of the tasks" : ""}`,
    };
  });
  return [
    {
      line: 1,
      lastLine: (headings[0]?.line ?? end + 1) - 1,
      what: "the text above any heading",
      heading: null,
    },
    ...sections,
  ];
}
