import type { Role } from "../domain/user.ts";
import { ROLES } from "../domain/user.ts";
import { AdminError } from "./admin-error.ts";
import { COMMAND } from "./audit-log.ts";
import { parseOptions } from "./parse-options.ts";
import { withAccounts } from "./with-store.ts";

export const USAGE = "npm run set-user -- --email a@b.co [--role admin|user|guest] [--active true|false]";

/** Changes an account's role or state or both. The last active admin can't be demoted or deactivated. */
export async function run(args: readonly string[]): Promise<string> {
  const { values } = parseOptions(
    args,
    { email: { type: "string" }, role: { type: "string" }, active: { type: "string" } },
    USAGE,
  );
  const role = readRole(values.role);
  const isActive = readFlag(values.active);
  if (values.email === undefined || (role === undefined && isActive === undefined)) {
    throw new AdminError(`--email and --role or --active must be given. Usage: ${USAGE}`);
  }
  const { email } = values;

  return withAccounts(async (accounts) => {
    const user = await accounts.findByEmail(email);
    if (user === undefined) throw new AdminError(`no account has the email ${email}`);
    const changed = await accounts.update(user.id, { role, isActive, trail: COMMAND });
    return `${changed.email}: role ${changed.role}, ${changed.isActive ? "active" : "inactive"}.`;
  });
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
