import type { Explain } from "../failure.ts";
import { explainOutage } from "../failure.ts";

/** The session API's errors: `{ errors: ["Email is invalid"] }` for fields, `{ error }` for everything else. */
export const explain: Explain = (error) => {
  const outage = explainOutage(error);
  if (outage !== undefined) return { fields: {}, message: outage };
  const { errors, error: message } = error.body;
  if (Array.isArray(errors)) return { fields: groupByField(errors.map(String)) };
  return {
    fields: {},
    message: typeof message === "string" ? message : `The server answered ${error.status}.`,
  };
};

/** A full message begins with its field's name, which may be of several words: `Current password is incorrect`. */
function groupByField(messages: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const message of messages) {
    const words = /^(Current password|\S*)/.exec(message)?.[0] ?? "";
    const name = words.toLowerCase().replace(" ", "_");
    fields[name] = fields[name] === undefined ? message : `${fields[name]}. ${message}`;
  }
  return fields;
}
