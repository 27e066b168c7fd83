import { normalizeEmail } from "./email.ts";
import { DomainError } from "./errors.ts";
import type { ChangesOf, User } from "./user.ts";
import { isAdmin } from "./user.ts";

/** Who makes a request, and with which credential they proved it. */
export type Caller = { readonly user: User } & (
  | { readonly credential: "session"; readonly sessionId: string }
  | { readonly credential: "api-token"; readonly value: string }
  | { readonly credential: "jwt" }
);

/**
 * Limits the damage of a leaked API token: it can't set the email or password of its owner or of an admin, make anyone
 * an admin, reactivate an account or deactivate its owner's.
 *
 * @param caller undefined if the server runs with open access
 * @param user the account before the change
 * @throws {DomainError} `api-token-not-allowed`
 */
export function assertMayChange(
  caller: Caller | undefined,
  user: User,
  changes: ChangesOf<"email" | "passwordHash" | "role" | "isActive">,
): void {
  if (caller?.credential !== "api-token") return;
  const { email = user.email, passwordHash, role = user.role, isActive = user.isActive } = changes;
  const isOwn = caller.user.id === user.id;
  const changesLogin = email !== user.email || passwordHash !== undefined;
  const givesRights = role !== user.role || (isActive && !user.isActive);
  if (givesRights || (changesLogin && (isOwn || isAdmin(user))) || (isOwn && !isActive)) {
    throw new DomainError("api-token-not-allowed");
  }
}

/** Refuses what ends the user's access, as `assertMayChange` refuses a deactivation. */
export const assertMayEndAccess = (caller: Caller | undefined, user: User): void =>
  assertMayChange(caller, user, { isActive: false });

/**
 * Keeps a leaked API token from changing its owner's or an admin's email or password, before the new values are judged.
 *
 * @param caller undefined if the server runs with open access
 * @param user the account before the change
 * @param wishes as the client sent them, of any type
 * @throws {DomainError} `api-token-not-allowed`
 */
export function assertMayWish(
  caller: Caller | undefined,
  user: User,
  { email, password }: { readonly email?: unknown; readonly password?: unknown },
): void {
  const isSameEmail = typeof email === "string" && normalizeEmail(email) === user.email;
  const changesLogin = (isGiven(email) && !isSameEmail) || isGiven(password);
  if (changesLogin) assertMayChange(caller, user, { passwordHash: "" });
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
