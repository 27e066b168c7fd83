import { isEmail, normalizeEmail } from "../domain/email.ts";
import { isBlank, isStorable } from "../domain/text.ts";
import type { User } from "../domain/user.ts";
import type { Accounts } from "../services/accounts.ts";
import { AdminError } from "./admin-error.ts";
import { COMMAND } from "./audit-log.ts";
import { parseOptions } from "./parse-options.ts";
import { readPassword } from "./read-password.ts";
import { withAccounts } from "./with-store.ts";

export const USAGE = "npm run create-admin -- --email a@b.co --name Ada [--promote]";

/**
 * Creates an admin account with the password from standard input. An email that already has an account is refused
 * without `--promote`, because anyone could have registered it.
 */
export async function run(args: readonly string[]): Promise<string> {
  const { values } = parseOptions(
    args,
    { email: { type: "string" }, name: { type: "string" }, promote: { type: "boolean" } },
    USAGE,
  );
  const email = normalizeEmail(values.email ?? "");
  if (!isEmail(email)) throw new AdminError(`--email must be an email address. Usage: ${USAGE}`);

  return withAccounts(async (accounts) => {
    const owner = await accounts.findByEmail(email);
    if (owner === undefined) return create(accounts, email, values.name);
    if (values.promote === true) return promote(accounts, owner);
    const day = owner.createdAt.toISOString().slice(0, 10);
    throw new AdminError(
      `${email} already has an account, created on ${day}; --promote makes it an admin with a new password`,
    );
  });
}

async function create(accounts: Accounts, email: string, givenName: string | undefined): Promise<string> {
  const name = givenName?.trim() ?? "";
  if (isBlank(name) || !isStorable(name)) throw new AdminError(`--name must be given. Usage: ${USAGE}`);
  await accounts.register({ email, name, password: await readPassword(), trail: COMMAND }, { role: "admin" });
  return `Created the admin ${email}.`;
}

async function promote(accounts: Accounts, owner: User): Promise<string> {
  const user = await accounts.promote(owner.id, await readPassword(), COMMAND);
  return `${user.email} is an admin now, with the new password; earlier sessions and tokens have ended.`;
}
