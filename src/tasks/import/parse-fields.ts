import { parseDocument } from "yaml";

/** The fields of YAML front matter or of a configuration file, each with its values as text. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** Reads the fields of a YAML text; null if it is not YAML or has no fields. Scalars stay as they are written. */
export function parseFields(yaml: string): Fields | null {
  const document = parseDocument(yaml, { schema: "failsafe", logLevel: "silent" });
  const value: unknown = document.errors.length > 0 ? null : document.toJS();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value).map(([name, held]) => [name, textsIn(held)]));
}

function textsIn(held: unknown): readonly string[] {
  if (Array.isArray(held)) return held.flatMap(textsIn);
  if (typeof held !== "string") return [];
  const text = held.trim();
  return text === "" || text === "null" || text === "~" ? [] : [text];
}
