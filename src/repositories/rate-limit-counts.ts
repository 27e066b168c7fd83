import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import { toDate } from "./to-date.ts";

/** Attempts used up, each count with the time at which it starts anew; one for all processes over the store. */
export interface RateLimitCounts {
  /**
   * Uses up one attempt, in one statement, so that of many at once no more get through than `limit`.
   *
   * @param expiresAt when the count runs out, if this attempt is its first
   * @returns when the count runs out, or undefined where all attempts are used up
   */
  take(key: string, limit: number, now: Date, expiresAt: Date): Promise<Date | undefined>;
  findExpiry(key: string): Promise<Date | undefined>;
  /** Undoes a `take`, unless the count it belonged to has been cleared or has run out since. */
  giveBack(key: string, expiresAt: Date): Promise<void>;
  delete(key: string): Promise<void>;
  deleteExpired(now: Date): Promise<void>;
}

export function createRateLimitCounts(queries: Kysely<Schema>): RateLimitCounts {
  return {
    async take(key, limit, now, expiresAt) {
      const row = await queries
        .insertInto("rate_limit_counts")
        .values({ key, count: 1, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict
            .column("key")
            .doUpdateSet(({ eb, ref }) => {
              const hasRunOut = eb("rate_limit_counts.expires_at", "<=", now);
              const oneMore = eb(ref("rate_limit_counts.count"), "+", ref("excluded.count"));
              return {
                count: eb.case().when(hasRunOut).then(ref("excluded.count")).else(oneMore).end(),
                expires_at: eb
                  .case()
                  .when(hasRunOut)
                  .then(ref("excluded.expires_at"))
                  .else(ref("rate_limit_counts.expires_at"))
                  .end(),
              };
            })
            .where(({ or, eb }) =>
              or([eb("rate_limit_counts.expires_at", "<=", now), eb("rate_limit_counts.count", "<", limit)]),
            ),
        )
        .returning("expires_at")
        .executeTakeFirst();
      return row && toDate(row.expires_at);
    },

    async findExpiry(key) {
      const row = await queries
        .selectFrom("rate_limit_counts")
        .select("expires_at")
        .where("key", "=", key)
        .executeTakeFirst();
      return row && toDate(row.expires_at);
    },

    async giveBack(key, expiresAt) {
      await queries
        .updateTable("rate_limit_counts")
        .set(({ eb }) => ({ count: eb("count", "-", 1) }))
        .where("key", "=", key)
        .where("expires_at", "=", expiresAt)
        .where("count", ">", 0)
        .execute();
    },

    async delete(key) {
      await queries.deleteFrom("rate_limit_counts").where("key", "=", key).execute();
    },

    async deleteExpired(now) {
      await queries.deleteFrom("rate_limit_counts").where("expires_at", "<=", now).execute();
    },
  };
}
