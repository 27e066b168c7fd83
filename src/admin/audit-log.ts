import { destination, pino } from "pino";
import type { AuditEvent, AuditTrail } from "../domain/audit.ts";

/** The audit trail of a command, which has no caller and no address. */
export const COMMAND: AuditTrail = {};

/** Audit lines go to standard error in the form the server logs them in, beside the operator's line on standard output. */
export function logAdminEvent(event: AuditEvent, userId?: string): void {
  pino({ base: null }, destination({ fd: 2, sync: true })).info({ event, userId }, "audit");
}
