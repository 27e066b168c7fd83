import { normalizeEmail } from "../domain/email.ts";
import { clearCounts } from "../services/rate-limiter.ts";
import { AdminError } from "./admin-error.ts";
import { parseOptions } from "./parse-options.ts";
import { withStore } from "./with-store.ts";

export const USAGE = "npm run clear-limits [-- --email a@b.co]";

/** Deletes the counts of failed logins and registrations, so that everyone who has to wait can try again. */
export async function run(args: readonly string[]): Promise<string> {
  const { email } = parseOptions(args, { email: { type: "string" } }, USAGE).values;
  const account = email === undefined ? undefined : normalizeEmail(email);
  if (account === "") throw new AdminError(`--email must not be empty. Usage: ${USAGE}`);
  const cleared = await withStore(({ rateLimitCounts }) => clearCounts(rateLimitCounts, account));
  const counts = `${cleared} rate limit ${cleared === 1 ? "count" : "counts"}`;
  return account === undefined ? `Cleared ${counts}.` : `Cleared ${counts} of ${account}.`;
}
