/** A text, split into its front matter and the rest. */
export interface MatterAndBody {
  /** The text between the two lines of dashes; null if there is no front matter. */
  readonly yaml: string | null;
  /** The text with the front matter blanked out, so that its lines keep their numbers. */
  readonly body: string;
}

const frontMatter = /^\uFEFF?---[ \t]*\r?\n(?<yaml>(?:[\s\S]*?\r?\n)?)---[ \t]*(?=\r?\n|$)/;

/**
 * Splits a text into front matter and body. Front matter is not Markdown: remark would read its last line as a heading.
 */
export function partFrontMatter(source: string): MatterAndBody {
  const found = frontMatter.exec(source);
  if (!found) return { yaml: null, body: source };
  const body = found[0].replaceAll(/[^\r\n]/g, "") + source.slice(found[0].length);
  return { yaml: found.groups?.["yaml"] ?? "", body };
}
