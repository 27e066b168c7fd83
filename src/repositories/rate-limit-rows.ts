import type { Expression, Kysely, SqlBool } from "kysely";
import { sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import { toDate } from "./to-date.ts";

/** What is known of one count. */
interface Count {
  /** Attempts that have been used up. */
  readonly used: number;
  /** When the count starts anew. */
  readonly expiresAt: Date;
}

/** How an attempt ended: it is used up, it is not, or it even clears the count. */
export type Ending = "used" | "free" | "cleared";

/** Attempts used up and attempts in progress, by a key; one for all processes over the store. */
export interface RateLimitRows {
  /**
   * Uses up one attempt, in one statement, so that of many at the same time no more get through than `limit`.
   *
   * @param expiresAt when the count runs out, if this attempt is its first
   * @returns whether there was one left
   */
  take(key: string, limit: number, now: Date, expiresAt: Date): Promise<boolean>;
  /**
   * Begins an attempt, if the limit holds even where all those in progress are used up in the end.
   *
   * @param abandonedAt when the attempt has certainly ended, even if its end is never recorded
   */
  begin(key: string, limit: number, now: Date, expiresAt: Date, abandonedAt: Date): Promise<boolean>;
  /** Ends an attempt that has begun. */
  end(key: string, ending: Ending): Promise<void>;
  /** The counts that have not run out, also those that are void. */
  find(keys: readonly string[], now: Date): Promise<Map<string, Count>>;
  /**
   * Deletes all counts whose key begins so.
   *
   * @param prefix empty for all counts; keys consist of characters below `~`
   * @returns how many there were
   */
  deleteAll(prefix: string): Promise<number>;
  deleteExpired(now: Date): Promise<void>;
}

export function createRateLimitRows(queries: Kysely<Schema>): RateLimitRows {
  return {
    async take(key, limit, now, expiresAt) {
      const { used } = liveValues(now, expiresAt);
      const row = await queries
        .insertInto("rate_limit_counts")
        .values({ key, count: 1, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({ count: sql`${used} + 1`, expires_at: keptExpiry(used) })
            .where(isBelow(used, limit)),
        )
        .returning("key")
        .executeTakeFirst();
      return row !== undefined;
    },

    async begin(key, limit, now, expiresAt, abandonedAt) {
      const { used, pending } = liveValues(now, expiresAt);
      const row = await queries
        .insertInto("rate_limit_counts")
        .values({ key, count: 0, pending: 1, pending_until: abandonedAt, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet({
              count: used,
              pending: sql`${pending} + 1`,
              pending_until: ({ ref }) => ref("excluded.pending_until"),
              expires_at: keptExpiry(used),
            })
            .where(isBelow(sql`${used} + ${pending}`, limit)),
        )
        .returning("key")
        .executeTakeFirst();
      return row !== undefined;
    },

    end: (key, ending) => end(queries, key, ending),

    async find(keys, now) {
      const rows = await queries
        .selectFrom("rate_limit_counts")
        .select(["key", "count", "expires_at"])
        .where("key", "in", keys)
        .where("expires_at", ">", now)
        .execute();
      return new Map(rows.map((row) => [row.key, { used: row.count, expiresAt: toDate(row.expires_at) }]));
    },

    deleteAll: (prefix) => deleteAll(queries, prefix),

    async deleteExpired(now) {
      await queries
        .deleteFrom("rate_limit_counts")
        .where("expires_at", "<=", now)
        .where(({ eb, or }) => or([eb("pending", "=", 0), eb("pending_until", "<=", now)]))
        .execute();
    },
  };
}

async function deleteAll(queries: Kysely<Schema>, prefix: string): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom("rate_limit_counts")
    .where("key", ">=", prefix)
    .where("key", "<", `${prefix}~`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function end(queries: Kysely<Schema>, key: string, ending: Ending): Promise<void> {
  await queries
    .updateTable("rate_limit_counts")
    .set({
      count: ending === "cleared" ? 0 : sql`count + ${sql.lit(ending === "used" ? 1 : 0)}`,
      pending: sql`CASE WHEN pending > 0 THEN pending - 1 ELSE 0 END`,
    })
    .where("key", "=", key)
    .execute();
  await deleteEmpty(queries, key);
}

/** A row that counts nothing is not kept until it expires. */
async function deleteEmpty(queries: Kysely<Schema>, key: string): Promise<void> {
  await queries
    .deleteFrom("rate_limit_counts")
    .where("key", "=", key)
    .where("count", "=", 0)
    .where("pending", "=", 0)
    .execute();
}

/** Clocks of several machines may differ by this much. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * A count that ends later than this was dated by a clock that has been set back since, and is void.
 *
 * @param expiresAt when a count that begins now runs out
 */
export const latestExpiry = (expiresAt: Date): Date => new Date(expiresAt.getTime() + CLOCK_TOLERANCE_MS);

/** What still counts of a row that is there already. */
const liveValues = (
  now: Date,
  expiresAt: Date,
): { used: Expression<number>; pending: Expression<number> } => ({
  used: sql<number>`CASE WHEN rate_limit_counts.expires_at > ${now} AND rate_limit_counts.expires_at <= ${latestExpiry(expiresAt)}
    THEN rate_limit_counts.count ELSE 0 END`,
  pending: sql<number>`CASE WHEN rate_limit_counts.pending_until > ${now} THEN rate_limit_counts.pending ELSE 0 END`,
});

/** The first attempt that is used up starts the time of a count. */
const keptExpiry = (used: Expression<number>): Expression<Date> =>
  sql`CASE WHEN ${used} = 0 THEN excluded.expires_at ELSE rate_limit_counts.expires_at END`;

const isBelow = (value: Expression<unknown>, limit: number): Expression<SqlBool> =>
  sql<SqlBool>`${value} < ${sql.lit(limit)}`;
