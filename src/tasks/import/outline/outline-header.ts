import type { Outline } from "./outline-node.ts";

/** The title of the outline and the PRD that it names. */
export function outlineHeader({ headings, prose, nodes }: Outline): {
  title: string | null;
  prd: string | null;
} {
  const heading = headings.find(({ depth }) => depth === 1)?.text ?? null;
  const firstTask = Math.min(...nodes.filter(({ mark }) => mark !== null).map(({ line }) => line));
  const above = prose.filter(({ line }) => line < firstTask).map(({ text }) => text);
  return { title: heading === null ? null : titleOf(heading), prd: prdNamed(above.join("\n")) };
}

/** `Task List: Sign-in`, `Implementation Tasks: Sign-in` and `Tasks: Sign-in` are about Sign-in. */
const titleOf = (heading: string): string =>
  heading
    .replaceAll(/\*\*|__/g, "")
    .replace(/^(?:[\w-]+\s+)?tasks?(?:\s+list)?\s*[:：—–-]\s*/i, "")
    .trim() || heading;

const prdNamed = (text: string): string | null =>
  /(?<![\w.-])(?<name>[\w.-]*prd[\w.-]*\.md)\b/i.exec(text)?.groups?.["name"] ?? null;
