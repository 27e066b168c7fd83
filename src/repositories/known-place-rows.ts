import type { Queries } from "../database/queries.ts";
import { list, sql } from "../database/sql.ts";
import { refuseIfGone } from "./refuse-if.ts";

export type KnownPlaceRows = ReturnType<typeof createKnownPlaceRows>;

/** The places that users have logged in from. A key is a hash of the user and the place. */
export function createKnownPlaceRows(queries: Queries) {
  return {
    /** Whether one of the places is known, and has had fewer than `limit` failures in a row. */
    async isAnyKnown(keys: readonly string[], limit: number, now: Date): Promise<boolean> {
      if (keys.length === 0) return false;
      const known = await queries.first(sql`
        SELECT key FROM known_places
        WHERE key IN (${list(keys)}) AND failures < ${limit} AND expires_at > ${now}`);
      return known !== undefined;
    },

    /**
     * Counts a failure in advance, so that parallel attempts get no more tries than sequential ones.
     *
     * @returns whether the place is known, as in `isAnyKnown`
     */
    async countFailure(key: string, limit: number, now: Date): Promise<boolean> {
      const counted = await queries.run(sql`
        UPDATE known_places SET failures = failures + 1
        WHERE key = ${key} AND failures < ${limit} AND expires_at > ${now}`);
      return counted > 0;
    },

    /** Takes back a failure that was counted in advance. */
    giveBack: (key: string) =>
      queries.run(sql`UPDATE known_places SET failures = failures - 1 WHERE key = ${key} AND failures > 0`),

    /**
     * Records a successful login from a place.
     *
     * @throws {DomainError} `credentials-invalid` if the account was deleted meanwhile
     */
    async remember(key: string, userId: string, lastLoginAt: Date, expiresAt: Date): Promise<void> {
      const upsert = queries.run(sql`
        INSERT INTO known_places (key, user_id, failures, last_login_at, expires_at)
        VALUES (${key}, ${userId}, 0, ${lastLoginAt}, ${expiresAt})
        ON CONFLICT (key) DO UPDATE SET
          failures = 0, last_login_at = excluded.last_login_at, expires_at = excluded.expires_at`);
      await refuseIfGone("credentials-invalid", upsert);
    },

    /** Deletes all but a user's newest places. */
    forgetOldest: (userId: string, kept: number) =>
      queries.run(sql`
        DELETE FROM known_places WHERE user_id = ${userId} AND key NOT IN (
          SELECT key FROM known_places WHERE user_id = ${userId} ORDER BY last_login_at DESC LIMIT ${kept})`),

    deleteExpired: (now: Date) => queries.run(sql`DELETE FROM known_places WHERE expires_at <= ${now}`),
  };
}
