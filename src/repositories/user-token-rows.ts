import type { Sql } from "../database/sql.ts";
import { sql } from "../database/sql.ts";
import { table } from "../database/table.ts";
import type { User } from "../domain/user.ts";
import type { UserToken } from "../domain/user-token.ts";
import { users } from "./user-rows.ts";

/** The value is stored only as a hash. */
const userTokens = table<UserToken & { readonly valueHash: string }>("user_tokens", {
  id: "id",
  valueHash: "value_hash",
  userId: "user_id",
  name: "name",
  createdAt: "created_at",
  expiresAt: "expires_at",
  lastUsedAt: "last_used_at",
});

const isGood = (now: Date): Sql => sql`(expires_at IS NULL OR expires_at > ${now})`;

/** Tokens for scripts. */
export const createUserTokenRows = userTokens.repository((rows, queries) => ({
  /** The owner of a token that has not expired. One read and no join; `session-rows.ts` says why. */
  findUser: (valueHash: string, now: Date): Promise<User | undefined> =>
    users
      .on(queries)
      .find(sql`id = (SELECT user_id FROM user_tokens WHERE value_hash = ${valueHash} AND ${isGood(now)})`),

  /** A user's tokens that have not expired, newest first. */
  listOf: (userId: string, now: Date): Promise<UserToken[]> =>
    rows.list(sql`user_id = ${userId} AND ${isGood(now)} ORDER BY id DESC`),

  /** The number of a user's tokens that have not expired. */
  countOf: (userId: string, now: Date): Promise<number> =>
    rows.count(sql`user_id = ${userId} AND ${isGood(now)}`),

  /** Records a use, unless another was recorded after `since`. A time later than `now` comes from a wrong clock. */
  noteUse: (valueHash: string, now: Date, since: Date) =>
    rows.update(
      sql`value_hash = ${valueHash}
        AND (last_used_at IS NULL OR last_used_at <= ${since} OR last_used_at > ${now})`,
      { lastUsedAt: now },
    ),

  deleteExpired: (now: Date) => rows.delete(sql`expires_at <= ${now}`),
}));
