import { parseDocument } from "yaml";

/** The value of a YAML text; undefined if it is not YAML. Scalars stay as they are written, and `null` is empty. */
export function parseYaml(yaml: string): unknown {
  const document = parseDocument(yaml, { schema: "failsafe", logLevel: "silent" });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS({
      reviver: (_, held: unknown) => (held === "null" || held === "~" ? "" : held),
    });
  } catch {
    // An alias without an anchor, such as `globs: */*`, is not among the errors.
    return undefined;
  }
}
