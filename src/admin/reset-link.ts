import { readResetPage } from "../config.ts";
import { issueReset } from "../services/password-resets.ts";
import { AdminError } from "./admin-error.ts";
import { COMMAND } from "./audit-log.ts";
import { parseOptions } from "./parse-options.ts";
import { withAccounts } from "./with-store.ts";

export const USAGE = "npm run -s reset-link -- --email a@b.co [--hours 24]";

const HOUR_MS = 60 * 60 * 1000;
const MOST_HOURS = 168;

/** Prints a link by which the owner of an account sets a new password, once. */
export async function run(args: readonly string[]): Promise<string> {
  const { values } = parseOptions(args, { email: { type: "string" }, hours: { type: "string" } }, USAGE);
  const { email } = values;
  if (email === undefined) throw new AdminError(`--email must be given. Usage: ${USAGE}`);
  const hours = readHours(values.hours ?? "1");
  const page = readResetPage(process.env);

  return withAccounts(async (accounts, store) => {
    const user = await accounts.findByEmail(email);
    if (user === undefined) throw new AdminError(`no account has the email ${email}`);
    if (!user.isActive)
      throw new AdminError(`the account ${email} is inactive: set-user --active true first`);
    const { token } = await issueReset(store, user.id, { lifetimeMs: hours * HOUR_MS, trail: COMMAND });
    return `${page}#token=${token}`;
  });
}

function readHours(text: string): number {
  const hours = Number(text);
  if (/^\d+$/.test(text) && hours >= 1 && hours <= MOST_HOURS) return hours;
  throw new AdminError(`--hours must be a whole number from 1 to ${MOST_HOURS}`);
}
