/** A line that opens or closes a code fence. */
interface FenceLine {
  readonly start: number;
  readonly end: number;
  readonly marks: string;
  readonly info: string;
}

interface OpenFence {
  readonly line: FenceLine;
  /** The fences in it that are still open. */
  readonly inner: FenceLine[];
  /** The lines of the inner fences that are closed. */
  readonly closed: FenceLine[];
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
  const reader = new FenceReader();
  for (const line of fenceLines(source)) reader.read(line);
  return reader.result;
}

class FenceReader {
  readonly #found: NestedFence[] = [];
  #open: OpenFence | null = null;

  /** If the marks don't balance, Markdown's own rule applies. */
  get result(): readonly NestedFence[] {
    return this.#open === null ? this.#found : [];
  }

  read(line: FenceLine): void {
    if (this.#open === null) this.#open = { line, inner: [], closed: [] };
    else if (!isAsLong(line, this.#open.line)) return;
    else if (line.info === "") this.#close(line, this.#open);
    else if (holdsMarkdown.test(this.#open.line.info)) this.#open.inner.push(line);
  }

  #close(line: FenceLine, open: OpenFence): void {
    const inner = open.inner.pop();
    if (inner) {
      open.closed.push(inner, line);
      return;
    }
    if (open.closed.length > 0) this.#found.push({ start: open.line.start, lines: open.closed });
    this.#open = null;
  }
}

/** The source with the marks of nested fences overwritten, so that no offset changes. */
export function withoutNestedFences(source: string, nested = nestedFences(source)): string {
  let text = source;
  for (const { start, end } of nested.flatMap(({ lines }) => lines))
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
