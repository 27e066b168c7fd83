import { revocationTime } from "../domain/user.ts";
import type { Store } from "../repositories/store.ts";
import { noteEvent } from "../services/audit.ts";
import { AdminError } from "./admin-error.ts";
import { COMMAND } from "./audit-log.ts";
import { parseOptions } from "./parse-options.ts";
import { withStore } from "./with-store.ts";

export const USAGE = "npm run revoke-access -- --all";

/** Ends all sessions, JWTs, API tokens and reset links. Passwords stay as they are. */
export async function run(args: readonly string[]): Promise<string> {
  const { all } = parseOptions(args, { all: { type: "boolean" } }, USAGE).values;
  if (all !== true) throw new AdminError(`--all must be given. Usage: ${USAGE}`);
  const revoke = (store: Store): Promise<number> =>
    store.transaction(async (repositories) => {
      const { users, sessions, userTokens, passwordResets } = repositories;
      // Locked before the clock is read, so that nothing is issued between this time and the commit.
      await users.lockAll();
      const total = await users.revokeAll(revocationTime(new Date()));
      for (const rows of [sessions, userTokens, passwordResets]) await rows.deleteAll();
      await noteEvent(repositories, COMMAND, "access-revocation", undefined);
      return total;
    });
  const total = await withStore(revoke);
  const accounts = `${total} ${total === 1 ? "account" : "accounts"}`;
  return `Ended all sessions, JWTs, API tokens and reset links of ${accounts}. Their passwords are unchanged.`;
}
