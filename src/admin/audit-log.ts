import { destination, pino } from "pino";

/** Audit lines go to standard error in the form the server logs them in, beside the operator's line on standard output. */
export function logAdminEvent(
  event: "registration" | "promotion" | "deactivation" | "reactivation" | "role-change" | "reset-link",
  userId: string,
): void {
  pino({ base: null }, destination({ fd: 2, sync: true })).info({ event, userId }, "audit");
}
