import { destination, pino } from "pino";
import type { AuditTrail } from "../domain/audit.ts";

/**
 * The audit trail of a command, which has no caller and no address. Its lines go to standard error, in the server's log
 * format. Standard output is for the operator.
 */
export const COMMAND: AuditTrail = {
  log(event, userId) {
    pino({ base: null }, destination({ fd: 2, sync: true })).info({ event, userId }, "audit");
  },
};
