import type { LineSpan } from "../line-ledger.ts";
import type { Outline } from "./outline-node.ts";
import { isMereTitle } from "./phase-heading.ts";

/** The title of the outline, the PRD that it names, and the lines that contain only these. */
export function outlineHeader({ headings, prose, nodes }: Outline): {
  title: string | null;
  prd: string | null;
  lines: readonly LineSpan[];
} {
  const heading = headings.find(({ depth }) => depth === 1);
  const firstTask = Math.min(...nodes.filter(({ mark }) => mark !== null).map(({ line }) => line));
  const above = prose
    .filter(({ line }) => line < firstTask)
    .flatMap(({ line, text }) =>
      text.split(/\r\n|\n|\r/).map((words, index) => ({ line: line + index, words })),
    );
  const named = above.find(({ words }) => prdNamed(words) !== null);
  const lines = [heading, named, ...headings.filter(isMereTitle)].flatMap((part) => part ?? []);
  return {
    title: heading ? titleOf(heading.text) : null,
    prd: named ? prdNamed(named.words) : null,
    lines: lines.map(({ line }) => ({ line, lastLine: line })),
  };
}

/** `Task List: Sign-in`, `Implementation Tasks: Sign-in` and `Tasks: Sign-in` are about Sign-in. */
const titleOf = (heading: string): string =>
  heading
    .replaceAll("**", "")
    .replace(/^(?:[\w-]+\s+)?tasks?(?:\s+list)?\s*[:：—–-]\s*/i, "")
    .trim() || heading;

const prdNamed = (text: string): string | null =>
  /(?<![\w.-])(?<name>[\w.-]*prd[\w.-]*\.md)\b/i.exec(text)?.groups?.["name"] ?? null;
