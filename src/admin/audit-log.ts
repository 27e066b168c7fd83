import { destination, pino } from "pino";
import type { AuditEvent, AuditTrail } from "../domain/audit.ts";

/** The audit trail of a command, which has no caller and no address. */
export const COMMAND: AuditTrail = {};

/** Writes an audit line to standard error, in the server's log format. Standard output is for the operator. */
export function logAdminEvent(event: AuditEvent, userId?: string): void {
  pino({ base: null }, destination({ fd: 2, sync: true })).info({ event, userId }, "audit");
}
