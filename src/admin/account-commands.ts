import { readResetPage } from "../config.ts";
import { isEmail, normalizeEmail } from "../domain/email.ts";
import type { User } from "../domain/user.ts";
import { findNameFault, ROLES, revocationTime } from "../domain/user.ts";
import type { Accounts } from "../services/accounts.ts";
import { noteEvent } from "../services/audit.ts";
import { issueReset } from "../services/password-resets.ts";
import { AdminError, command, commandLine, countOf, UsageError } from "./command.ts";
import { readPassword } from "./read-password.ts";
import { COMMAND, withAccounts, withStore } from "./with-store.ts";

/**
 * Creates an admin account with the password from standard input. An email that already has an account is refused
 * without `--promote`, because anyone could have registered it.
 */
export const createAdmin = command({
  usage: commandLine("create-admin", "--email a@b.co --name Ada [--promote]"),
  options: { email: { type: "string" }, name: { type: "string" }, promote: { type: "boolean" } },
  run(values) {
    const email = normalizeEmail(values.email ?? "");
    if (!isEmail(email)) throw new UsageError("--email must be an email address");
    return withAccounts(async (accounts) => {
      const owner = await accounts.findByEmail(email);
      if (owner === undefined) return create(accounts, email, values.name?.trim() ?? "");
      if (values.promote === true) return promote(accounts, owner);
      const day = owner.createdAt.toISOString().slice(0, 10);
      throw new AdminError(
        `${email} already has an account, created on ${day}; --promote makes it an admin with a new password`,
      );
    });
  },
});

async function create(accounts: Accounts, email: string, name: string): Promise<string> {
  if (name === "") throw new UsageError("--name must be given");
  const fault = findNameFault(name);
  if (fault !== undefined) throw new AdminError(`--name ${fault}`);
  const password = await readPassword(accounts);
  await accounts.register({ email, name, password }, { role: "admin", trail: COMMAND });
  return `Created the admin ${email}.`;
}

async function promote(accounts: Accounts, owner: User): Promise<string> {
  const user = await accounts.promote(owner.id, await readPassword(accounts), COMMAND);
  return `${user.email} is an admin now, with the new password; earlier sessions and tokens have ended.`;
}

/** Changes an account's role or state or both. The last active admin can't be demoted or deactivated. */
export const setUser = command({
  usage: commandLine("set-user", "--email a@b.co [--role admin|user|guest] [--active true|false]"),
  options: { email: { type: "string" }, role: { type: "string" }, active: { type: "string" } },
  async run({ email, role: roleText, active }) {
    const role = ROLES.find((known) => known === roleText);
    if (roleText !== role) throw new AdminError(`--role must be one of ${ROLES.join(", ")}`);
    if (!["true", "false", undefined].includes(active))
      throw new AdminError("--active must be true or false");
    if (!email || (role === undefined && active === undefined)) {
      throw new UsageError("--email and --role or --active must be given");
    }
    return withAccounts(async (accounts) => {
      const { id } = await getByEmail(accounts, email);
      const isActive = active === undefined ? undefined : active === "true";
      const changed = await accounts.update(id, { role, isActive }, COMMAND);
      return `${changed.email}: role ${changed.role}, ${changed.isActive ? "active" : "inactive"}.`;
    });
  },
});

async function getByEmail(accounts: Accounts, email: string): Promise<User> {
  const user = await accounts.findByEmail(email);
  if (user === undefined) throw new AdminError(`no account has the email ${email}`);
  return user;
}

const HOUR_MS = 60 * 60 * 1000;
const MOST_HOURS = 168;

/** Prints a link by which the owner of an account sets a new password, once. */
export const resetLink = command({
  usage: commandLine("reset-link", "--email a@b.co [--hours 24]"),
  options: { email: { type: "string" }, hours: { type: "string", default: "1" } },
  async run({ email, hours }) {
    if (!email) throw new UsageError("--email must be given");
    const lifetimeMs = Number(hours) * HOUR_MS;
    if (!/^\d+$/.test(hours) || lifetimeMs < HOUR_MS || lifetimeMs > MOST_HOURS * HOUR_MS) {
      throw new AdminError(`--hours must be a whole number from 1 to ${MOST_HOURS}`);
    }
    const page = readResetPage(process.env);
    return withAccounts(async (accounts, store) => {
      const { id, isActive } = await getByEmail(accounts, email);
      if (!isActive) throw new AdminError(`the account ${email} is inactive: set-user --active true first`);
      const { token } = await store.transaction((transaction) =>
        issueReset(transaction, id, { lifetimeMs, trail: COMMAND }),
      );
      return `${page}#token=${token}`;
    });
  },
});

/** Ends all sessions, JWTs, API tokens and reset links. Passwords stay as they are. */
export const revokeAccess = command({
  usage: commandLine("revoke-access", "--all"),
  options: { all: { type: "boolean" } },
  async run({ all }) {
    if (all !== true) throw new UsageError("--all must be given");
    const total = await withStore((store) =>
      store.transaction(async (repositories) => {
        const { users, sessions, userTokens, passwordResets } = repositories;
        // Locked before the clock is read, so that nothing is issued between this time and the commit.
        await users.lockAll();
        const revoked = await users.revokeAll(revocationTime(new Date()));
        for (const rows of [sessions, userTokens, passwordResets]) await rows.deleteAll();
        await noteEvent(repositories, COMMAND, "access-revocation", undefined);
        return revoked;
      }),
    );
    const accounts = countOf(total, "account");
    return `Ended all sessions, JWTs, API tokens and reset links of ${accounts}. Their passwords are unchanged.`;
  },
});

/** Deletes the counts of failed logins and registrations, so that everyone who has to wait can try again. */
export const clearLimits = command({
  usage: commandLine("clear-limits", "[--email a@b.co]"),
  options: { email: { type: "string" } },
  async run({ email }) {
    const account = email === undefined ? undefined : normalizeEmail(email);
    if (account === "") throw new UsageError("--email must not be empty");
    const cleared = await withStore(({ rateLimitCounts }) => rateLimitCounts.clear(account));
    const counts = countOf(cleared, "rate limit count");
    return account === undefined ? `Cleared ${counts}.` : `Cleared ${counts} of ${account}.`;
  },
});
