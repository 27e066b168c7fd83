import { parseDocument } from "yaml";
import type { Fields } from "./fields.ts";
import { isFields } from "./fields.ts";

/** The fields of a YAML text; null if it is not YAML or has no fields. Scalars stay as they are written. */
export function parseFields(yaml: string): Fields | null {
  const document = parseDocument(yaml, { schema: "failsafe", logLevel: "silent" });
  if (document.errors.length > 0) return null;
  try {
    const value: unknown = document.toJS({
      reviver: (_, held: unknown) => (held === "null" || held === "~" ? "" : held),
    });
    return isFields(value) ? value : null;
  } catch {
    // An alias without an anchor, such as `globs: */*`, is not among the errors.
    return null;
  }
}
