import type { Caller } from "../domain/caller.ts";
import { DomainError, orRefuse } from "../domain/errors.ts";
import { hasSameAccess, isAdmin } from "../domain/user.ts";
import type { Repositories } from "../repositories/store.ts";
import { hashSecret } from "./hash-secret.ts";

/**
 * Refuses a caller who has lost the rights with which the request was authorized, for example while a password was
 * hashed. Otherwise a stolen session could set its password after the one that ended it.
 *
 * @param caller undefined if the server itself makes the change, or runs with open access
 * @param isOwn whether the caller needs no rights but those over their own account
 * @throws {DomainError} `caller-not-found` if the access has ended, `admin-required` if the caller is no longer an admin
 */
export async function assertKeepsRights(
  repositories: Repositories,
  caller: Caller | undefined,
  isOwn: boolean,
): Promise<void> {
  if (caller === undefined) return;
  const current = orRefuse(await repositories.users.find({ id: caller.user.id }), "caller-not-found");
  // A session may outlive a new password that it has set itself.
  const hasEnded =
    caller.credential === "jwt"
      ? !hasSameAccess(current, caller.user)
      : !(await isStored(repositories, caller));
  if (hasEnded) throw new DomainError("caller-not-found");
  if (!isOwn && isAdmin(caller.user) && !isAdmin(current)) throw new DomainError("admin-required");
}

/** Whether the session or API token has not been deleted. A deactivation deletes it too. */
async function isStored(
  { sessions, userTokens }: Repositories,
  caller: Exclude<Caller, { readonly credential: "jwt" }>,
): Promise<boolean> {
  const row =
    caller.credential === "session"
      ? await sessions.find({ idHash: hashSecret(caller.sessionId) })
      : await userTokens.find({ valueHash: hashSecret(caller.value) });
  return row !== undefined;
}
