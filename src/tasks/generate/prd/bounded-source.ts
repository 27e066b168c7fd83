import type { Untaken } from "./prd.ts";

const longestLine = 20_000;
const deepestIndent = 80;
const deepestQuote = 20;

/**
 * A source that Markdown's parser reads in a time that its length tells: its effort grows with the square of a line's
 * length and faster with the depth of lists and quotations. Far beyond what a person writes, a line is cut and its
 * depth is held; which lines were cut is told.
 */
export function boundedSource(source: string): { readonly text: string; readonly cut: readonly Untaken[] } {
  const cut: Untaken[] = [];
  const lines = source.split("\n").map((line, index) => {
    const level = held(line);
    if (level.length <= longestLine) return level;
    const text = level.slice(0, longestLine);
    cut.push({
      line: index + 1,
      text: `${text.slice(0, 60)}…`,
      reason: `only its first ${longestLine} characters were read`,
    });
    return text;
  });
  return { text: lines.join("\n"), cut };
}

const tooDeep = new RegExp(`^(?:[ \\t]{${deepestIndent + 1},}|(?:[ \\t]*>){${deepestQuote + 1},})`);

/** The line with its blanks or quotation marks at the beginning held to what a reader could follow. */
function held(line: string): string {
  const lead = tooDeep.exec(line)?.[0];
  if (lead === undefined) return line;
  const kept = lead.includes(">") ? "> ".repeat(deepestQuote) : " ".repeat(deepestIndent);
  return kept + line.slice(lead.length);
}
