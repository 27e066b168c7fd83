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

/** A document without the bytes of the pictures that word processors export into it. */
export const withoutPictureBytes = (markdown: string): string =>
  markdown.replaceAll(/(?<=\bdata:[\w/.+-]{1,80};base64,)[\w+/=]+/g, "");

/** A line that opens or closes a code fence. */
interface FenceLine {
  readonly start: number;
  readonly end: number;
  readonly marks: string;
  readonly info: string;
}

/** A fence that contains fences with marks of the same length, which end it for Markdown, and the lines of those. */
interface NestedFence {
  readonly start: number;
  readonly lines: readonly FenceLine[];
}

/** Only fences labelled as Markdown are meant to contain fences. */
const holdsMarkdown = /^(?:markdown|md|mdx)\b/i;

/**
 * The `markdown` fences that contain others (such as a `bash` fence) and were meant to end where opening and closing
 * marks balance. Markdown ends them earlier and then takes text for code, so the tasks after them would be lost.
 */
export function nestedFences(source: string): readonly NestedFence[] {
  if (!/^ {0,3}(?:`{3,}|~{3,}) {0,9}m/im.test(source)) return [];
  const found: NestedFence[] = [];
  let open: FenceLine[] = [];
  let closed: FenceLine[] = [];
  for (const line of fenceLines(source)) {
    const [outer = line] = open;
    if (!isAsLong(line, outer)) continue;
    if (open.length === 0 || (line.info !== "" && holdsMarkdown.test(outer.info))) open.push(line);
    else if (line.info === "" && open.length > 1) closed.push(open.pop() ?? line, line);
    else if (line.info === "") {
      found.push({ start: outer.start, lines: closed });
      [open, closed] = [[], []];
    }
  }
  // If the marks don't balance, Markdown's own rule applies.
  return open.length === 0 ? found.filter(({ lines }) => lines.length > 0) : [];
}

/** The source with the marks of nested fences overwritten, so that no offset changes. */
export function withoutNestedFences(source: string): string {
  let text = source;
  for (const { start, end } of nestedFences(source).flatMap(({ lines }) => lines))
    text = text.slice(0, start) + source.slice(start, end).replaceAll(/[`~]/g, "'") + text.slice(end);
  return text;
}

function fenceLines(source: string): readonly FenceLine[] {
  return [...source.matchAll(/^ {0,3}(?<marks>`{3,}|~{3,})(?<info>[^\r\n]*)/gm)].flatMap(
    ({ 0: text, index, groups }) => {
      const info = (groups?.["info"] ?? "").trim();
      const isCode = groups?.["marks"]?.startsWith("`") && info.includes("`");
      return isCode ? [] : [{ start: index, end: index + text.length, marks: groups?.["marks"] ?? "", info }];
    },
  );
}

const isAsLong = ({ marks }: FenceLine, open: FenceLine): boolean =>
  marks.startsWith(open.marks.charAt(0)) && marks.length >= open.marks.length;

const frontMatter = /^\uFEFF?---[ \t]*\r?\n(?<yaml>(?:[\s\S]*?\r?\n)?)---[ \t]*(?=\r?\n|$)/;

/**
 * Splits a text into front matter, null without one, and body, in which the front matter is blanked out, so that its
 * lines keep their numbers. Front matter is not Markdown: remark would read its last line as a heading.
 */
export function partFrontMatter(source: string): { yaml: string | null; body: string } {
  const found = frontMatter.exec(source);
  if (!found) return { yaml: null, body: source };
  const body = found[0].replaceAll(/[^\r\n]/g, "") + source.slice(found[0].length);
  return { yaml: found.groups?.["yaml"] ?? "", body };
}
