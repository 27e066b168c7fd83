import { formatMinutes } from "../terminal/format-minutes.ts";
import { plural } from "../terminal/plural.ts";
import type { Node, WorkGraph } from "./work-graph.ts";

/** A name for each task that no other task of the list has, of letters and digits only: `t1_2`. */
export function nodeIds({ nodes }: WorkGraph): readonly string[] {
  const seen = new Set<string>();
  return nodes.map(({ index, task }) => {
    const plain = `t${task.number.replace(".", "_")}`;
    const id = seen.has(plain) ? `${plain}_${index}` : plain;
    seen.add(id);
    return id;
  });
}

/** `Wave 2 · 3 tasks · 4 h`: as long as its longest task takes. */
export function waveTitle(wave: readonly Node[], index: number): string {
  const longest = wave.reduce((most, { minutes }) => Math.max(most, minutes ?? 0), 0);
  const name = wave.some(({ isHeld }) => isHeld)
    ? "Waiting for something outside the list"
    : `Wave ${index + 1}`;
  const parts = [name, plural(wave.length, "task"), longest > 0 ? formatMinutes(longest) : ""];
  return parts.filter(Boolean).join(" · ");
}

/** The text cut to a length, in whole characters as people see them. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...graphemes.segment(text)].map(({ segment }) => segment);
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}

/** `1.2 Title`, and who has it elsewhere. */
export function nodeLabel({ task, elsewhere }: Node, longestTitle: number): string {
  const title = `${task.number} ${cut(plainTitle(task.title), longestTitle)}`.trim();
  return elsewhere === null ? title : `${title} (${elsewhere})`;
}

const graphemes = new Intl.Segmenter();

/** A Markdown text without the marks of emphasis and code, which mean nothing in a picture. */
export const plainTitle = (text: string): string =>
  text
    .replace(/(\*\*|__|`)(?=\S)(.*?\S)\1/g, "$2")
    .replace(/(?<![\w*])([*_])(?=\S)(.*?[^\s*_])\1(?![\w*])/g, "$2")
    .trim();
