import type { Role, User } from "../domain/user.ts";
import { ROLES } from "../domain/user.ts";
import type { Accounts } from "../services/accounts.ts";
import { AdminError } from "./admin-error.ts";
import { COMMAND, logAdminEvent } from "./audit-log.ts";
import { parseOptions } from "./parse-options.ts";
import { withAccounts } from "./with-accounts.ts";

export const USAGE = "npm run set-user -- --email a@b.co [--role admin|user|guest] [--active true|false]";

/** Changes an account's role, or whether it is active, or both. */
export async function setUser(args: readonly string[]): Promise<string> {
  const options = parseOptions(
    args,
    { email: { type: "string" }, role: { type: "string" }, active: { type: "string" } },
    USAGE,
  );
  const role = readRole(options.role);
  const isActive = readFlag(options.active);
  if (options.email === undefined || (role === undefined && isActive === undefined)) {
    throw new AdminError(`--email and --role or --active must be given. Usage: ${USAGE}`);
  }
  const { email } = options;

  return withAccounts(async (accounts) => {
    const user = await accounts.findByEmail(email);
    if (user === undefined) throw new AdminError(`no account has the email ${email}`);
    if (role !== undefined) await changeRole(accounts, user, role);
    if (isActive !== undefined) await changeActive(accounts, user, isActive);
    const changed = await accounts.get(user.id);
    return `${changed.email}: role ${changed.role}, ${changed.isActive ? "active" : "inactive"}.`;
  });
}

async function changeRole(accounts: Accounts, user: User, role: Role): Promise<void> {
  await accounts.setRole(user.id, role, COMMAND);
  logAdminEvent(role === "admin" ? "promotion" : "role-change", user.id);
}

async function changeActive(accounts: Accounts, user: User, isActive: boolean): Promise<void> {
  await accounts.setActive(user.id, isActive, undefined, COMMAND);
  logAdminEvent(isActive ? "reactivation" : "deactivation", user.id);
}

function readRole(text: string | undefined): Role | undefined {
  const role = ROLES.find((known) => known === text);
  if (text !== undefined && role === undefined)
    throw new AdminError(`--role must be one of ${ROLES.join(", ")}`);
  return role;
}

function readFlag(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== "true" && text !== "false") throw new AdminError("--active must be true or false");
  return text === "true";
}
