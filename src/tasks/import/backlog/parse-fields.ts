import { parseDocument } from "yaml";

/** The fields before a Markdown text, or of a file of settings, each as the texts that it holds. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** Reads the fields of a text in YAML; null where it is none, or holds no fields. Every scalar stays as it is written. */
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
