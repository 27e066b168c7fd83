import { parseDocument } from "yaml";

/** The fields of YAML front matter or of a configuration file, each with its values as text. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** Reads the fields of a YAML text; null if it is not YAML or has no fields. Scalars stay as they are written. */
export function parseFields(yaml: string): Fields | null {
  const value = parseYaml(yaml);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value).map(([name, held]) => [name, textsIn(held)]));
}

/** The value of a YAML text; null if it is not YAML. */
function parseYaml(yaml: string): unknown {
  const document = parseDocument(yaml, { schema: "failsafe", logLevel: "silent" });
  if (document.errors.length > 0) return null;
  try {
    return document.toJS();
  } catch {
    // An alias without an anchor, such as `globs: */*`, is not among the errors.
    return null;
  }
}

function textsIn(held: unknown): readonly string[] {
  if (Array.isArray(held)) return held.flatMap(textsIn);
  if (typeof held !== "string") return [];
  const text = held.trim();
  return text === "" || text === "null" || text === "~" ? [] : [text];
}
