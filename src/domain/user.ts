import { DomainError } from "./errors.ts";
import { codePointLength, findTextFault } from "./text.ts";

export const ROLES = ["admin", "user", "guest"] as const;

export type Role = (typeof ROLES)[number];

/** Which users a list has. */
export const USER_STATUSES = ["active", "inactive", "all"] as const;

/** Which users a list has, and in which order: `asc` is oldest first. */
export interface UserList {
  readonly status: (typeof USER_STATUSES)[number];
  readonly order: "asc" | "desc";
}

export const LONGEST_NAME = 100;

/** The reason that a text can't be a name, to be read after its field's name. @param name trimmed */
export function findNameFault(name: string): string | undefined {
  const isTooLong = codePointLength(name) > LONGEST_NAME;
  return findTextFault(name) ?? (isTooLong ? `must be at most ${LONGEST_NAME} characters` : undefined);
}

/** An account, as both APIs know it. */
export interface User {
  readonly id: string;
  /** Trimmed and lower-cased; unique. */
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly isActive: boolean;
  /** When a new password, a deactivation or an operator last ended all access: JWTs issued before are refused. */
  readonly accessRevokedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Changes to some fields of a user. Absent or undefined fields are not changed. */
export type ChangesOf<Field extends keyof User> = { readonly [Name in Field]?: User[Name] | undefined };

export const isAdmin = (user: User): boolean => user.role === "admin";

/** Guests log in and read; they never write. @throws {DomainError} `guest-may-not-write` */
export function assertMayWrite(user: User): void {
  if (user.role === "guest") throw new DomainError("guest-may-not-write");
}

/** A user whose password or token has just been checked. */
export interface AuthenticatedUser extends User {
  /** The issue time of whatever is issued now. Any revocation that the check has not seen is later. */
  readonly authenticatedAt: Date;
}

/** Whether a check made a moment ago still holds: the user is active, and nothing was revoked since. */
export const hasSameAccess = (current: User, checked: User): boolean =>
  current.isActive && current.accessRevokedAt?.getTime() === checked.accessRevokedAt?.getTime();

/**
 * Whether the access of a token's user was revoked after the token was issued.
 *
 * @param issuedAt milliseconds since the epoch
 */
export const isRevoked = (user: User, issuedAt: number): boolean =>
  user.accessRevokedAt !== null && issuedAt < user.accessRevokedAt.getTime();

/**
 * The time of a revocation: later than everything issued before it, even in the same millisecond. To be called while
 * the user is locked.
 */
export const revocationTime = (now: Date): Date => new Date(now.getTime() + 1);

/** The time of something issued now: not before the last revocation, even if that was dated by a faster clock. */
export const issueTime = (user: User, now: Date): Date =>
  user.accessRevokedAt !== null && user.accessRevokedAt > now ? user.accessRevokedAt : now;
