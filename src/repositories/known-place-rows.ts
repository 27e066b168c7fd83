import type { Kysely } from "kysely";
import { ForeignKeyViolation } from "../database/database.ts";
import type { Schema } from "../database/schema.ts";
import { DomainError } from "../domain/errors.ts";

/** From where users have logged in. A key is a hash that names the user and the place. */
export interface KnownPlaceRows {
  /** Whether one of the places is known, and has had fewer than `limit` failures in a row. */
  isAnyKnown(keys: readonly string[], limit: number, now: Date): Promise<boolean>;
  /**
   * Counts a failure in advance, so that many at a time get no more tries than one by one.
   *
   * @returns whether the place is known, as `isAnyKnown` has it
   */
  countFailure(key: string, limit: number, now: Date): Promise<boolean>;
  /** Takes back a failure that was counted in advance. */
  giveBack(key: string): Promise<void>;
  /**
   * Notes a successful login from there.
   *
   * @throws {DomainError} `credentials-invalid` where the account has been deleted meanwhile
   */
  remember(key: string, userId: string, lastLoginAt: Date, expiresAt: Date): Promise<void>;
  /** Forgets all but a user's newest places. */
  forgetOldest(userId: string, kept: number): Promise<void>;
  deleteExpired(now: Date): Promise<void>;
}

export function createKnownPlaceRows(queries: Kysely<Schema>): KnownPlaceRows {
  return {
    async isAnyKnown(keys, limit, now) {
      if (keys.length === 0) return false;
      const row = await queries
        .selectFrom("known_places")
        .select("key")
        .where("key", "in", keys)
        .where("failures", "<", limit)
        .where("expires_at", ">", now)
        .executeTakeFirst();
      return row !== undefined;
    },

    async countFailure(key, limit, now) {
      const row = await queries
        .updateTable("known_places")
        .set(({ eb }) => ({ failures: eb("failures", "+", 1) }))
        .where("key", "=", key)
        .where("failures", "<", limit)
        .where("expires_at", ">", now)
        .returning("key")
        .executeTakeFirst();
      return row !== undefined;
    },

    async giveBack(key) {
      await queries
        .updateTable("known_places")
        .set(({ eb }) => ({ failures: eb("failures", "-", 1) }))
        .where("key", "=", key)
        .where("failures", ">", 0)
        .execute();
    },

    async remember(key, userId, lastLoginAt, expiresAt) {
      const login = { failures: 0, last_login_at: lastLoginAt, expires_at: expiresAt };
      await queries
        .insertInto("known_places")
        .values({ key, user_id: userId, ...login })
        .onConflict((conflict) => conflict.column("key").doUpdateSet(login))
        .execute()
        .catch((error: unknown) => {
          if (!(error instanceof ForeignKeyViolation)) throw error;
          throw new DomainError("credentials-invalid", { cause: error });
        });
    },

    async forgetOldest(userId, kept) {
      await queries
        .deleteFrom("known_places")
        .where("user_id", "=", userId)
        .where("key", "not in", ({ selectFrom }) =>
          selectFrom("known_places")
            .select("key")
            .where("user_id", "=", userId)
            .orderBy("last_login_at", "desc")
            .limit(kept),
        )
        .execute();
    },

    async deleteExpired(now) {
      await queries.deleteFrom("known_places").where("expires_at", "<=", now).execute();
    },
  };
}
