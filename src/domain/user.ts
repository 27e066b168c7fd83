import { DomainError } from "./errors.ts";

export const ROLES = ["admin", "user", "guest"] as const;

export type Role = (typeof ROLES)[number];

/** An account, as both APIs know it. */
export interface User {
  readonly id: string;
  /** Trimmed and lower-cased; unique. */
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly isActive: boolean;
  /** When the password last changed after registration: tokens issued before that second are refused. */
  readonly passwordChangedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const isAdmin = (user: User): boolean => user.role === "admin";

/** Guests log in and read; they never write. @throws {DomainError} `guest-may-not-write` */
export function assertMayWrite(user: User): void {
  if (user.role === "guest") throw new DomainError("guest-may-not-write");
}

/** Whether what was checked of a user a moment ago still lets them in: they are active, with the same password. */
export const hasSameAccess = (current: User, checked: User): boolean =>
  // The hash alone does not tell: the same password may have been hashed anew meanwhile.
  current.isActive && current.passwordChangedAt?.getTime() === checked.passwordChangedAt?.getTime();

/**
 * Tells whether a token's issue time lies before the user's last password change.
 *
 * @param issuedAt seconds since the epoch, as JWTs count
 */
export function predatesPassword(user: User, issuedAt: number): boolean {
  return user.passwordChangedAt !== null && issuedAt < Math.floor(user.passwordChangedAt.getTime() / 1000);
}
