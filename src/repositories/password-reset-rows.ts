import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";

/** A token that lets its holder set a new password once, of which only a hash is stored. */
interface PasswordReset {
  readonly tokenHash: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface PasswordResetRows {
  insert(reset: PasswordReset): Promise<void>;
  /** Whose token it is, where it has not expired. */
  findUserId(tokenHash: string, now: Date): Promise<string | undefined>;
  /** @param kept how many of the newest stay */
  deleteOldestOf(userId: string, kept: number): Promise<void>;
  deleteAllOf(userId: string): Promise<void>;
  deleteExpired(now: Date): Promise<void>;
}

export function createPasswordResetRows(queries: Kysely<Schema>): PasswordResetRows {
  return {
    async insert({ tokenHash, userId, createdAt, expiresAt }) {
      const row = { token_hash: tokenHash, user_id: userId, created_at: createdAt, expires_at: expiresAt };
      await queries.insertInto("password_resets").values(row).execute();
    },

    async findUserId(tokenHash, now) {
      const row = await queries
        .selectFrom("password_resets")
        .select("user_id")
        .where("token_hash", "=", tokenHash)
        .where("expires_at", ">", now)
        .executeTakeFirst();
      return row?.user_id;
    },

    async deleteOldestOf(userId, kept) {
      const newest = queries
        .selectFrom("password_resets")
        .select("token_hash")
        .where("user_id", "=", userId)
        .orderBy("created_at", "desc")
        .orderBy("token_hash")
        .limit(kept);
      await queries
        .deleteFrom("password_resets")
        .where("user_id", "=", userId)
        .where("token_hash", "not in", newest)
        .execute();
    },

    async deleteAllOf(userId) {
      await queries.deleteFrom("password_resets").where("user_id", "=", userId).execute();
    },

    async deleteExpired(now) {
      await queries.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
    },
  };
}
