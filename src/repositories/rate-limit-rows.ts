import type { Queries } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { list, sql } from "../database/sql.ts";

/** How an attempt ended: it counts, it does not count, or it clears the count. */
export type Ending = "used" | "free" | "cleared";

export type RateLimitRows = ReturnType<typeof createRateLimitRows>;

/** Used attempts and attempts in progress, by key. All processes on the store share the counts. */
export function createRateLimitRows(queries: Queries) {
  return {
    /**
     * Uses one attempt, in one statement, so that no more than `limit` of many parallel attempts are allowed.
     *
     * @param expiresAt when the count expires, if this attempt is its first
     * @returns whether an attempt was left
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
     * Begins an attempt, if the limit holds even when all attempts in progress count in the end.
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

    /** Ends an attempt. */
    async end(key: string, ending: Ending): Promise<void> {
      const count = { cleared: sql`0`, used: sql`count + 1`, free: sql`count` }[ending];
      await queries.run(sql`
        UPDATE rate_limit_counts
        SET count = ${count}, pending = CASE WHEN pending > 0 THEN pending - 1 ELSE 0 END
        WHERE key = ${key}`);
      // A row with a count of zero is deleted before it expires.
      await queries.run(sql`DELETE FROM rate_limit_counts WHERE key = ${key} AND count = 0 AND pending = 0`);
    },

    /** The counts that have not expired, void ones too: the used attempts, and when the count starts again. */
    async find(keys: readonly string[], now: Date): Promise<Map<string, { used: number; expiresAt: Date }>> {
      const rows = await queries.all<{ key: string; count: number; expires_at: string | Date }>(
        sql`SELECT key, count, expires_at FROM rate_limit_counts WHERE key IN (${list(keys)}) AND expires_at > ${now}`,
      );
      return new Map(rows.map((row) => [row.key, { used: row.count, expiresAt: new Date(row.expires_at) }]));
    },

    /**
     * Deletes all counts whose key begins with the prefix.
     *
     * @param prefix empty for all counts; keys consist of characters below `~`
     * @returns how many were deleted
     */
    deleteAll: (prefix: string) =>
      queries.run(sql`DELETE FROM rate_limit_counts WHERE key >= ${prefix} AND key < ${`${prefix}~`}`),

    deleteExpired: (now: Date) =>
      queries.run(
        sql`DELETE FROM rate_limit_counts WHERE expires_at <= ${now} AND (pending = 0 OR pending_until <= ${now})`,
      ),
  };
}

/** The clocks of several machines may differ by this much. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * A count that ends later than this was dated by a clock that has been set back since, so it is void.
 *
 * @param expiresAt when a count that begins now expires
 */
export const latestExpiry = (expiresAt: Date): Date => new Date(expiresAt.getTime() + CLOCK_TOLERANCE_MS);

/** The part of an existing row's count that is still valid. */
const liveValues = (now: Date, expiresAt: Date): { used: Sql; pending: Sql } => ({
  used: sql`CASE WHEN rate_limit_counts.expires_at > ${now} AND rate_limit_counts.expires_at <= ${latestExpiry(expiresAt)}
    THEN rate_limit_counts.count ELSE 0 END`,
  pending: sql`CASE WHEN rate_limit_counts.pending_until > ${now} THEN rate_limit_counts.pending ELSE 0 END`,
});

/** The first used attempt starts the period of a count. */
const keptExpiry = (used: Sql): Sql =>
  sql`CASE WHEN ${used} = 0 THEN excluded.expires_at ELSE rate_limit_counts.expires_at END`;
