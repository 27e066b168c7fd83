import type { Explain } from "../failure.ts";
import { explainOutage } from "../failure.ts";

const CONFLICT = 409;
const WRONG_PASSWORD = "Current password is incorrect";

/** The bearer API's errors: `{ reason, details? }`, where each detail names its field. */
export const explain: Explain = (error) => {
  const outage = explainOutage(error);
  if (outage !== undefined) return { fields: {}, message: outage };
  const { reason, details } = error.body;
  const sentence = typeof reason === "string" ? reason : `The server answered ${error.status}.`;
  // Only the email address has to be unique.
  if (error.status === CONFLICT) return { fields: { email: sentence } };
  if (sentence === WRONG_PASSWORD) return { fields: { currentPassword: sentence } };
  if (typeof details === "string") return { fields: groupByField(details.split("; ")) };
  return { fields: {}, message: sentence };
};

/** A detail begins with its field's name: `email is not a valid email address`. */
function groupByField(details: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    details.map((detail) => {
      const name = detail.split(" ", 1)[0] ?? "";
      return [name, toWords(name) + detail.slice(name.length)];
    }),
  );
}

/** `currentPassword` becomes `Current password`. */
const toWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
