import type { Queries } from "../database/queries.ts";
import { sql } from "../database/sql.ts";
import { column, table, time } from "../database/table.ts";

/** A token that lets its holder set a new password once. Only its hash is stored. */
interface PasswordReset {
  readonly tokenHash: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const passwordResets = table<PasswordReset>("password_resets", {
  tokenHash: column("token_hash"),
  userId: column("user_id"),
  createdAt: time("created_at"),
  expiresAt: time("expires_at"),
});

export function createPasswordResetRows(queries: Queries) {
  return {
    insert: (reset: PasswordReset) => queries.run(passwordResets.insert(reset)),

    /** The owner of a token that has not expired. */
    async findUserId(tokenHash: string, now: Date): Promise<string | undefined> {
      const row = await queries.first<{ user_id: string }>(
        sql`SELECT user_id FROM password_resets WHERE token_hash = ${tokenHash} AND expires_at > ${now}`,
      );
      return row?.user_id;
    },

    /** @param kept how many of the newest are kept */
    deleteOldestOf: (userId: string, kept: number) =>
      queries.run(sql`
        DELETE FROM password_resets WHERE user_id = ${userId} AND token_hash NOT IN (
          SELECT token_hash FROM password_resets WHERE user_id = ${userId}
          ORDER BY created_at DESC, token_hash LIMIT ${kept})`),

    deleteAllOf: (userId: string) => queries.run(sql`DELETE FROM password_resets WHERE user_id = ${userId}`),

    deleteAll: () => queries.run(sql`DELETE FROM password_resets`),

    deleteExpired: (now: Date) => queries.run(sql`DELETE FROM password_resets WHERE expires_at <= ${now}`),
  };
}
