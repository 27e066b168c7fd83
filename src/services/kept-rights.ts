import type { Caller } from "../domain/caller.ts";
import { DomainError } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";
import { hasSameAccess, isAdmin } from "../domain/user.ts";
import type { Repositories } from "../repositories/store.ts";
import { hashSecret } from "./hash-secret.ts";

/**
 * Refuses a caller who has lost the rights with which the request was authorized, for example while a password was
 * hashed. Otherwise a stolen session could set its password after the one that ended it.
 *
 * @param caller undefined if the server itself makes the change, or runs with open access
 * @param isOwn whether the caller needs no rights but those over their own account
 * @throws {DomainError} `admin-required` if the caller is no longer an admin; if the access has ended, `caller-not-found`
 *   for a session and for a token what its next request would get
 */
export async function assertKeepsRights(
  repositories: Repositories,
  caller: Caller | undefined,
  isOwn: boolean,
): Promise<void> {
  if (caller === undefined) return;
  const current = await repositories.users.find({ id: caller.user.id });
  // A session may outlive a new password that it has set itself.
  if (caller.credential === "jwt") assertSameAccess(current, caller.user);
  else if (!(await isStored(repositories, caller))) {
    if (caller.credential === "session") throw new DomainError("caller-not-found");
    throw new DomainError("token-invalid", { detail: "unknown or expired" });
  }
  if (!isOwn && isAdmin(caller.user) && current?.role !== "admin") throw new DomainError("admin-required");
}

/** @throws {DomainError} `token-user-not-found`, or `token-invalid` if the user's access was revoked after the check */
export function assertSameAccess(current: User | undefined, checked: User): void {
  if (current?.isActive !== true) throw new DomainError("token-user-not-found");
  if (!hasSameAccess(current, checked)) throw new DomainError("token-invalid", { detail: "revoked" });
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
