import type { Queries } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { list, sql } from "../database/sql.ts";

/** How an attempt ended: it is used up, it is not, or it even clears the count. */
export type Ending = "used" | "free" | "cleared";

export type RateLimitRows = ReturnType<typeof createRateLimitRows>;

/** Attempts used up and attempts in progress, by a key; one for all processes over the store. */
export function createRateLimitRows(queries: Queries) {
  return {
    /**
     * Uses up one attempt, in one statement, so that of many at the same time no more get through than `limit`.
     *
     * @param expiresAt when the count runs out, if this attempt is its first
     * @returns whether there was one left
     */
    async take(key: string, limit: number, now: Date, expiresAt: Date): Promise<boolean> {
      const { used } = liveValues(now, expiresAt);
      const taken = await queries.run(sql`
        INSERT INTO rate_limit_counts (key, count, expires_at) VALUES (${key}, 1, ${expiresAt})
        ON CONFLICT (key) DO UPDATE SET count = ${used} + 1, expires_at = ${keptExpiry(used)}
        WHERE ${used} < ${limit}`);
      return taken > 0;
    },

    /**
     * Begins an attempt, if the limit holds even where all those in progress are used up in the end.
     *
     * @param abandonedAt when the attempt has certainly ended, even if its end is never recorded
     */
    async begin(key: string, limit: number, now: Date, expiresAt: Date, abandonedAt: Date): Promise<boolean> {
      const { used, pending } = liveValues(now, expiresAt);
      const begun = await queries.run(sql`
        INSERT INTO rate_limit_counts (key, count, pending, pending_until, expires_at)
        VALUES (${key}, 0, 1, ${abandonedAt}, ${expiresAt})
        ON CONFLICT (key) DO UPDATE SET
          count = ${used}, pending = ${pending} + 1, pending_until = excluded.pending_until,
          expires_at = ${keptExpiry(used)}
        WHERE ${used} + ${pending} < ${limit}`);
      return begun > 0;
    },

    /** Ends an attempt that has begun. */
    async end(key: string, ending: Ending): Promise<void> {
      const count = { cleared: sql`0`, used: sql`count + 1`, free: sql`count` }[ending];
      await queries.run(sql`
        UPDATE rate_limit_counts
        SET count = ${count}, pending = CASE WHEN pending > 0 THEN pending - 1 ELSE 0 END
        WHERE key = ${key}`);
      // A row that counts nothing is not kept until it expires.
      await queries.run(sql`DELETE FROM rate_limit_counts WHERE key = ${key} AND count = 0 AND pending = 0`);
    },

    /** The counts that have not run out, also those that are void: attempts used up, and when a count starts anew. */
    async find(keys: readonly string[], now: Date): Promise<Map<string, { used: number; expiresAt: Date }>> {
      const rows = await queries.all<{ key: string; count: number; expires_at: string | Date }>(
        sql`SELECT key, count, expires_at FROM rate_limit_counts WHERE key IN (${list(keys)}) AND expires_at > ${now}`,
      );
      return new Map(rows.map((row) => [row.key, { used: row.count, expiresAt: new Date(row.expires_at) }]));
    },

    /**
     * Deletes all counts whose key begins so.
     *
     * @param prefix empty for all counts; keys consist of characters below `~`
     * @returns how many there were
     */
    deleteAll: (prefix: string) =>
      queries.run(sql`DELETE FROM rate_limit_counts WHERE key >= ${prefix} AND key < ${`${prefix}~`}`),

    async deleteExpired(now: Date): Promise<void> {
      await queries.run(
        sql`DELETE FROM rate_limit_counts WHERE expires_at <= ${now} AND (pending = 0 OR pending_until <= ${now})`,
      );
    },
  };
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
const liveValues = (now: Date, expiresAt: Date): { used: Sql; pending: Sql } => ({
  used: sql`CASE WHEN rate_limit_counts.expires_at > ${now} AND rate_limit_counts.expires_at <= ${latestExpiry(expiresAt)}
    THEN rate_limit_counts.count ELSE 0 END`,
  pending: sql`CASE WHEN rate_limit_counts.pending_until > ${now} THEN rate_limit_counts.pending ELSE 0 END`,
});

/** The first attempt that is used up starts the time of a count. */
const keptExpiry = (used: Sql): Sql =>
  sql`CASE WHEN ${used} = 0 THEN excluded.expires_at ELSE rate_limit_counts.expires_at END`;
