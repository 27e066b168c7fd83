import { z } from "zod";
import type { AuditEntry } from "../domain/audit.ts";
import { AUDIT_EVENTS } from "../domain/audit.ts";
import { parseUuid } from "../domain/text.ts";
import { identifier, timestamp } from "../http/described-values.ts";
import { admin } from "./access.ts";
import { oneOf } from "./field.ts";
import { pageQuery, paginatedResponse, presentPage } from "./page.ts";
import { routeUnder } from "./route.ts";

const route = routeUnder("Audit");
const NOT_AN_ID = "is not a valid id";

const auditQuery = pageQuery.extend({
  userId: z
    .string({ error: NOT_AN_ID })
    .refine((text) => parseUuid(text) !== null, NOT_AN_ID)
    .transform((text) => text.toLowerCase())
    .optional()
    .meta({ description: "Only events about this user", format: "uuid" }),
  event: oneOf(AUDIT_EVENTS).optional().meta({ description: "Only events of this kind" }),
});

const auditEntryResponse = z
  .object({
    id: identifier("The entry's id"),
    event: z.enum(AUDIT_EVENTS),
    userId: identifier("The user concerned; null if a login names no account").nullable(),
    by: identifier("The user who did it; null if it is the same user or a command").nullable(),
    address: z
      .string()
      .nullable()
      .meta({ description: "Where the request came from; null for a command", examples: ["192.0.2.1"] }),
    requestId: identifier("The id of the request in the server's log; null for a command").nullable(),
    createdAt: timestamp("When it happened"),
  })
  .meta({ id: "AuditEntryResponse" });

/** The audit events, for admins. */
export const auditRoutes = [
  route("get", "/audit", "listAuditEntries", {
    summary: "List audit events",
    description: "Newest first. Kept for as long as `AUDIT_KEEP` says.",
    access: admin,
    query: auditQuery,
    success: { status: 200, description: "A page of events", schema: paginatedResponse(auditEntryResponse) },
    handle: ({ audit }, { query }) => presentPage(query, (page) => audit.listPage(query, page), presentEntry),
  }),
];

const presentEntry = ({ id, event, userId, by, address, requestId, createdAt }: AuditEntry) => ({
  id,
  event,
  userId,
  by,
  address,
  requestId,
  createdAt: createdAt.toISOString(),
});
