import type { Expression, Kysely } from "kysely";
import { sql } from "kysely";
import { TransactionConflict } from "../database/database.ts";
import type { AuditEventRow, Schema } from "../database/schema.ts";
import type { AuditEntry, AuditFilter } from "../domain/audit.ts";
import type { Page } from "../domain/page.ts";
import type { PageRequest } from "../domain/page-request.ts";
import { keptCount } from "./kept-count.ts";
import { readPage } from "./read-page.ts";
import type { ListById } from "./select-page.ts";
import { selectPage } from "./select-page.ts";
import { toDate } from "./to-date.ts";

/** An entry that could not be stored, which must not keep the event itself from happening. */
export class LostAuditEntry extends Error {
  override readonly name = "LostAuditEntry";
}

/** Audit entries, in the order of their ids, which carry the time. */
export interface AuditRows {
  /** @throws {LostAuditEntry} */
  insert(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  listPage(filter: AuditFilter, request: PageRequest): Promise<Page<AuditEntry>>;
  count(): Promise<number>;
  /**
   * Deletes the oldest, `most` of them at the most.
   *
   * @param beforeId only those with a smaller id
   * @returns how many were deleted
   */
  deleteOldest(most: number, beforeId?: string): Promise<number>;
}

export function createAuditRows(queries: Kysely<Schema>): AuditRows {
  return {
    async insert(entry) {
      try {
        await queries.insertInto("audit_events").values(toRow(entry)).execute();
      } catch (error) {
        if (error instanceof TransactionConflict) throw error;
        throw new LostAuditEntry(`the audit entry ${entry.id} was not stored`, { cause: error });
      }
    },

    async listPage(filter, request) {
      const list = listEntries(queries, filter);
      const total = await count(queries, list.total);
      const select = (end: "front" | "back", offset: number, limit: number) =>
        selectPage(list, end, offset, limit).execute();
      return readPage(request, total, select, toEntry);
    },

    count: () => count(queries, allEntries),

    async deleteOldest(most, beforeId) {
      const oldest = queries.selectFrom("audit_events").select("id").orderBy("id").limit(most);
      const ids = await (beforeId === undefined ? oldest : oldest.where("id", "<", beforeId)).execute();
      const [first, last] = [ids[0], ids.at(-1)];
      if (first === undefined || last === undefined) return 0;
      // With both ends of the range PostgreSQL knows that it is short, and takes the index.
      const { numDeletedRows } = await queries
        .deleteFrom("audit_events")
        .where("id", ">=", first.id)
        .where("id", "<=", last.id)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

const allEntries = sql<number>`(SELECT CAST(coalesce(sum(total), 0) AS bigint) FROM row_counts WHERE name LIKE 'audit %')`;

const column = sql<string>`event`;
/** No index fits an expression, so of two indexes the engine takes the one of the user, which leads to far fewer. */
const expression = sql<string>`(event || '')`;

function listEntries(queries: Kysely<Schema>, { userId, event }: AuditFilter): ListById<AuditEventRow> {
  let entries = queries.selectFrom("audit_events");
  if (userId !== undefined) entries = entries.where("user_id", "=", userId);
  if (event !== undefined) entries = entries.where(userId === undefined ? column : expression, "=", event);
  return {
    order: "desc",
    total: totalOf(
      { userId, event },
      entries.select(({ fn }) => fn.countAll<number>().as("total")),
    ),
    ids: (order) => entries.select("id").orderBy("id", order),
    rows: (comparison, firstId, limit) =>
      entries.selectAll().where("id", comparison, firstId).orderBy("id", "desc").limit(limit),
  };
}

/** Entries of one user are few enough to be counted. @param counted counts them */
function totalOf({ userId, event }: AuditFilter, counted: Expression<unknown>): Expression<number> {
  if (userId !== undefined) return sql<number>`(${counted})`;
  return event === undefined ? allEntries : sql<number>`coalesce(${keptCount(`audit ${event}`)}, 0)`;
}

async function count(queries: Kysely<Schema>, total: Expression<number>): Promise<number> {
  const row = await queries
    .selectNoFrom(sql<number | string>`${total}`.as("total"))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

const toRow = (entry: AuditEntry) => ({
  id: entry.id,
  event: entry.event,
  user_id: entry.userId,
  by_id: entry.by,
  address: entry.address,
  request_id: entry.requestId,
  created_at: entry.createdAt,
});

const toEntry = (row: AuditEventRow): AuditEntry => ({
  id: row.id,
  event: row.event,
  userId: row.user_id,
  by: row.by_id,
  address: row.address,
  requestId: row.request_id,
  createdAt: toDate(row.created_at),
});
