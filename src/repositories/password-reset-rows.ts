import { sql } from "../database/sql.ts";
import { table } from "../database/table.ts";

/** A token that lets its holder set a new password once. Only its hash is stored. */
interface PasswordReset {
  readonly tokenHash: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const passwordResets = table<PasswordReset>("password_resets", {
  tokenHash: "token_hash",
  userId: "user_id",
  createdAt: "created_at",
  expiresAt: "expires_at",
});

export const createPasswordResetRows = passwordResets.repository((rows) => ({
  /** The owner of a token that has not expired. */
  findUserId: async (tokenHash: string, now: Date) =>
    (await rows.find(sql`token_hash = ${tokenHash} AND expires_at > ${now}`))?.userId,

  /** @param kept how many of the newest that have not expired are kept */
  deleteOldestOf: (userId: string, now: Date, kept: number) =>
    rows.delete(sql`user_id = ${userId} AND token_hash NOT IN (
      SELECT token_hash FROM password_resets WHERE user_id = ${userId} AND expires_at > ${now}
      ORDER BY created_at DESC, token_hash LIMIT ${kept})`),

  deleteExpired: (now: Date) => rows.delete(sql`expires_at <= ${now}`),
}));
