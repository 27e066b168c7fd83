/** The fields before a Markdown text, each as the values that it has. */
type FrontMatter = ReadonlyMap<string, readonly string[]>;

/** A text whose front matter has been parted from the rest. */
export interface MatterAndBody {
  readonly fields: FrontMatter;
  /** The text with the front matter blanked out, so that its lines keep their numbers. */
  readonly body: string;
}

const fence = /^\uFEFF?---[ \t]*\r?\n(?<yaml>[\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;

/**
 * Parts the front matter of a text from its body; null where it has none. Of YAML it reads what tools write for
 * tasks: scalars, quoted and folded ones, and lists of them.
 */
export function partFrontMatter(source: string): MatterAndBody | null {
  const found = fence.exec(source);
  if (found?.index !== 0) return null;
  const body = found[0].replaceAll(/[^\r\n]/g, "") + source.slice(found[0].length);
  return { fields: readFields(found.groups?.["yaml"] ?? ""), body };
}

function readFields(yaml: string): FrontMatter {
  const fields = new Map<string, readonly string[]>();
  const entries = yaml.matchAll(
    /^(?<name>[\w-]+):[ \t]*(?<first>.*(?:\r?\n|$))(?<rest>(?:(?:[ \t]|- |-\r?\n).*(?:\r?\n|$)|\r?\n)*)/gm,
  );
  for (const { groups } of entries) {
    const { name = "", first = "", rest = "" } = groups ?? {};
    fields.set(
      name,
      valuesOf(
        first.trim(),
        rest
          .split(/\r?\n/)
          .map((line) => line.trim())
          .filter(Boolean),
      ),
    );
  }
  return fields;
}

function valuesOf(first: string, rest: readonly string[]): readonly string[] {
  const flow = /^\[(?<items>.*)\]$/s.exec([first, ...rest].join(" "))?.groups?.["items"];
  if (flow !== undefined)
    return [...flow.matchAll(/"(?:\\.|[^"\\])*"|'(?:''|[^'])*'|[^,]+/g)].flatMap(([item]) => scalars(item));
  const isList = first === "" && rest.every((line) => /^-(?:\s|$)/.test(line));
  if (isList) return rest.flatMap((line) => scalars(line.slice(1)));
  return scalars([first.replace(/^[>|][+-]?\d?$/, ""), ...rest].join(" "));
}

/** The text of a scalar; none where it says nothing. */
function scalars(written: string): readonly string[] {
  const text = written.trim();
  const value = /^'.*'$/s.test(text)
    ? text.slice(1, -1).replaceAll("''", "'")
    : /^".*"$/s.test(text)
      ? text.slice(1, -1).replaceAll(/\\(.)/g, "$1")
      : text;
  return value === "" || value === "null" || value === "~" ? [] : [value];
}
