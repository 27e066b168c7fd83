import type { Queries } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { sql } from "../database/sql.ts";
import { table } from "../database/table.ts";
import type { AuditEntry, AuditFilter } from "../domain/audit.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import { keptCount, readPage } from "./read-page.ts";

/** No column refers to another table, because entries are kept after their account is deleted. */
const auditEvents = table<AuditEntry>("audit_events", {
  id: "id",
  event: "event",
  userId: "user_id",
  by: "by_id",
  address: "address",
  requestId: "request_id",
  createdAt: "created_at",
});

/** Audit entries, ordered by id. An id contains the time. */
export function createAuditRows(queries: Queries) {
  return {
    insert: auditEvents.on(queries).insert,

    /** Newest first. */
    listPage(filter: AuditFilter, request: PageRequest): Promise<Page<AuditEntry>> {
      const condition = conditionOf(filter);
      const list = { table: auditEvents, order: "desc", parts: [condition] } as const;
      return readPage(queries, { ...list, total: totalOf(filter, condition) }, request);
    },

    count: () => queries.number(ALL_ENTRIES),

    /**
     * Deletes the oldest entries, at most `most` of them.
     *
     * @param beforeId only entries with a smaller id
     * @returns how many were deleted
     */
    async deleteOldest(most: number, beforeId?: string): Promise<number> {
      const before = beforeId === undefined ? sql`true` : sql`id < ${beforeId}`;
      const ids = await queries.all<{ id: string }>(
        sql`SELECT id FROM audit_events WHERE ${before} ORDER BY id LIMIT ${most}`,
      );
      const [first, last] = [ids[0], ids.at(-1)];
      if (first === undefined || last === undefined) return 0;
      // With both ends of the range PostgreSQL estimates that it is short and uses the index.
      return queries.run(sql`DELETE FROM audit_events WHERE id >= ${first.id} AND id <= ${last.id}`);
    },
  };
}

const ALL_ENTRIES = sql`(SELECT CAST(coalesce(sum(total), 0) AS bigint) FROM row_counts WHERE name LIKE 'audit %')`;

function conditionOf({ userId, event }: AuditFilter): Sql {
  if (userId === undefined) return event === undefined ? sql`true` : sql`event = ${event}`;
  if (event === undefined) return sql`user_id = ${userId}`;
  // The expression fits no index, so the engine uses the index of the user, which matches far fewer entries.
  return sql`user_id = ${userId} AND (event || '') = ${event}`;
}

/** One user's entries are few enough to count. */
function totalOf({ userId, event }: AuditFilter, condition: Sql): Sql {
  if (userId !== undefined) return sql`(SELECT count(*) FROM audit_events WHERE ${condition})`;
  return event === undefined ? ALL_ENTRIES : sql`coalesce(${keptCount(sql`${`audit ${event}`}`)}, 0)`;
}
