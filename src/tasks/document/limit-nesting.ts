/** No sensible list nests lists and quotations more deeply than this; deeper levels are read as text. */
const mostLevels = 50;

const marker = String.raw`(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))`;

/** A line that opens too many levels, or whose indentation puts it inside too many. */
const tooDeep = new RegExp(
  String.raw`^((?:[ \t]{0,8}${marker}){${mostLevels}}[ \t]*|[ \t]{${2 * mostLevels},})${marker}`,
  "gm",
);

/**
 * Limits the nesting of lists and quotations to what the parser can handle: its time grows with the cube of the depth,
 * and its tree is as deep. No offset changes.
 */
export function limitNesting(markdown: string): string {
  return markdown.replace(
    tooDeep,
    (line, before: string) => before + "·".repeat(line.length - before.length),
  );
}
