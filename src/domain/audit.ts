import type { Caller } from "./caller.ts";
import type { User } from "./user.ts";
import { isAdmin } from "./user.ts";

/** The events that are stored. Refusals are log lines only, because anyone can cause any number of them. */
export const AUDIT_EVENTS = [
  "access-revocation",
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

/** The origin of an event: a request, or a command, which has only a log. */
export interface AuditTrail {
  /** Who makes the request, if known. */
  readonly caller?: Caller | undefined;
  readonly address?: string | undefined;
  readonly requestId?: string | undefined;
  /** Writes the event's line, once its entry is stored. */
  log?(event: AuditEvent, userId: string | undefined): void;
}

/** An event for the audit. Neither its row nor its log line holds anything that a client typed. */
export interface AuditEntry {
  readonly id: string;
  readonly event: AuditEvent;
  /** The user concerned; null if a login names no account. */
  readonly userId: string | null;
  /** Who did it, if not that user. */
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

/** The effects of an account's change on its credentials, role and state. */
export function eventsOfChange(before: User, after: User): AuditEvent[] {
  const events: AuditEvent[] = [];
  if (after.email !== before.email) events.push("email-change");
  if (after.passwordHash !== before.passwordHash) events.push("password-change");
  if (after.role !== before.role) events.push(isAdmin(after) ? "promotion" : "role-change");
  if (after.isActive !== before.isActive) events.push(after.isActive ? "reactivation" : "deactivation");
  return events;
}
