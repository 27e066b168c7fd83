import type { Queries } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { sql } from "../database/sql.ts";
import { column, optionalTime, table, time } from "../database/table.ts";
import type { User } from "../domain/user.ts";
import type { UserToken } from "../domain/user-token.ts";
import { readTotal } from "./read-page.ts";
import { users } from "./user-rows.ts";

/** The value is stored only as a hash. */
const userTokens = table<UserToken & { readonly valueHash: string }>("user_tokens", {
  id: column("id"),
  valueHash: column("value_hash"),
  userId: column("user_id"),
  name: column("name"),
  createdAt: time("created_at"),
  expiresAt: optionalTime("expires_at"),
  lastUsedAt: optionalTime("last_used_at"),
});

const isGood = (now: Date): Sql => sql`(expires_at IS NULL OR expires_at > ${now})`;

/** Tokens for scripts. */
export function createUserTokenRows(queries: Queries) {
  return {
    insert: (token: UserToken, valueHash: string) => queries.run(userTokens.insert({ ...token, valueHash })),

    /** The owner of a token that has not expired. One read and no join; `session-rows.ts` says why. */
    findUser: (valueHash: string, now: Date): Promise<User | undefined> =>
      queries.first(
        sql`SELECT ${users.columns} FROM users WHERE id = (
          SELECT user_id FROM user_tokens WHERE value_hash = ${valueHash} AND ${isGood(now)})`,
        users.read,
      ),

    /** A user's tokens that have not expired, newest first. */
    listOf: (userId: string, now: Date): Promise<UserToken[]> =>
      queries.all(
        sql`SELECT ${userTokens.columns} FROM user_tokens WHERE user_id = ${userId} AND ${isGood(now)} ORDER BY id DESC`,
        userTokens.read,
      ),

    /** The number of a user's tokens that have not expired. */
    countOf: (userId: string, now: Date) =>
      readTotal(
        queries,
        sql`(SELECT count(*) FROM user_tokens WHERE user_id = ${userId} AND ${isGood(now)})`,
      ),

    /** Records a use, unless another was recorded after `since`. A time later than `now` comes from a wrong clock. */
    noteUse: (valueHash: string, now: Date, since: Date) =>
      queries.run(sql`
        UPDATE user_tokens SET last_used_at = ${now}
        WHERE value_hash = ${valueHash}
          AND (last_used_at IS NULL OR last_used_at <= ${since} OR last_used_at > ${now})`),

    /** @returns whether the user had such a token */
    delete: async (id: string, userId: string) =>
      (await queries.run(sql`DELETE FROM user_tokens WHERE id = ${id} AND user_id = ${userId}`)) > 0,

    deleteAllOf: (userId: string) => queries.run(sql`DELETE FROM user_tokens WHERE user_id = ${userId}`),

    deleteAll: () => queries.run(sql`DELETE FROM user_tokens`),

    deleteExpired: (now: Date) => queries.run(sql`DELETE FROM user_tokens WHERE expires_at <= ${now}`),
  };
}
