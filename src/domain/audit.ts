import type { User } from "./user.ts";
import { isAdmin } from "./user.ts";

/** What an audit row may be about. Refusals are log lines only: anyone can cause as many as they like. */
export const AUDIT_EVENTS = [
  "deactivation",
  "deletion",
  "email-change",
  "export",
  "import",
  "login",
  "login-failed",
  "logout",
  "password-change",
  "password-reset",
  "promotion",
  "reactivation",
  "registration",
  "reset-link",
  "reset-request",
  "role-change",
  "session-end",
  "token-issue",
  "token-revocation",
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Where an event comes from: a request, or a command, which has none of these. */
export interface AuditTrail {
  /** Who asks, where that is known. */
  readonly callerId?: string | undefined;
  readonly address?: string | undefined;
  readonly requestId?: string | undefined;
}

/** An event that someone may have to answer for later. Neither row nor line holds what a client typed. */
export interface AuditEntry {
  readonly id: string;
  readonly event: AuditEvent;
  /** The user concerned; null if a login names no account. */
  readonly userId: string | null;
  /** Who did it, where that is somebody else. */
  readonly by: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly createdAt: Date;
}

/** Which entries to list; all of them without a filter. */
export interface AuditFilter {
  readonly userId?: string | undefined;
  readonly event?: AuditEvent | undefined;
}

/** What a change of an account did to the ways into it and to its rights. */
export function eventsOfChange(before: User, after: User): AuditEvent[] {
  const events: AuditEvent[] = [];
  if (after.email !== before.email) events.push("email-change");
  if (after.passwordHash !== before.passwordHash) events.push("password-change");
  if (after.role !== before.role) events.push(isAdmin(after) ? "promotion" : "role-change");
  if (after.isActive !== before.isActive) events.push(after.isActive ? "reactivation" : "deactivation");
  return events;
}
