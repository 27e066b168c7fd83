/** Nobody means more lists and quotations in each other than this; what is deeper is read as text. */
const mostLevels = 50;

const marker = String.raw`(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))`;

/** A line that opens too many in one go, or that is indented so far that it must be inside too many. */
const tooDeep = new RegExp(
  String.raw`^((?:[ \t]{0,8}${marker}){${mostLevels}}[ \t]*|[ \t]{${2 * mostLevels},})${marker}`,
  "gm",
);

/**
 * The same text with its lists and quotations nested no deeper than the parser can bear: its time grows with the
 * cube of the depth, and its tree is as deep. No offset changes.
 */
export function limitNesting(markdown: string): string {
  return markdown.replace(
    tooDeep,
    (line, before: string) => before + "·".repeat(line.length - before.length),
  );
}
