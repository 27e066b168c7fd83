import { DomainError } from "./errors.ts";
import type { Role, User } from "./user.ts";
import { isAdmin } from "./user.ts";

/** Who makes a request, and with which credential they proved it. */
export type Caller = { readonly user: User } & (
  | { readonly credential: "session"; readonly sessionId: string }
  | { readonly credential: "jwt" | "api-token" }
);

/** What a request changes in an account; what is undefined stays as it is. */
interface AccessChanges {
  /** As stored: trimmed and lower-cased. */
  readonly email?: string | undefined;
  readonly passwordHash?: string | undefined;
  readonly role?: Role | undefined;
  readonly isActive?: boolean | undefined;
}

/**
 * Keeps the finder of a leaked API token from logging in as its owner or as any admin whom the owner may change, from
 * making anybody an admin, and from opening a closed account or closing its owner's.
 *
 * @param caller undefined where the server asks nobody who they are
 * @param user whose account is about to change, as it is now
 * @throws {DomainError} `api-token-not-allowed`
 */
export function assertMayChange(caller: Caller | undefined, user: User, changes: AccessChanges): void {
  if (caller?.credential !== "api-token") return;
  const { email = user.email, passwordHash, role = user.role, isActive = user.isActive } = changes;
  const isOwn = caller.user.id === user.id;
  const changesLogin = email !== user.email || passwordHash !== undefined;
  const givesRights = role !== user.role || (isActive && !user.isActive);
  if (givesRights || (changesLogin && (isOwn || isAdmin(user))) || (isOwn && !isActive)) {
    throw new DomainError("api-token-not-allowed");
  }
}

/**
 * Keeps the finder of a leaked API token from ending its owner's account or sessions.
 *
 * @param caller undefined where the server asks nobody who they are
 * @param userId whose access is about to end
 * @throws {DomainError} `api-token-not-allowed`
 */
export function assertMayChangeAccess(caller: Caller | undefined, userId: string): void {
  if (caller?.credential === "api-token" && caller.user.id === userId) {
    throw new DomainError("api-token-not-allowed");
  }
}
