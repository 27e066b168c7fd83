import type { Queries } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { sql } from "../database/sql.ts";
import { column, table, time } from "../database/table.ts";
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
  expiresAt: time("expires_at"),
  lastUsedAt: time("last_used_at"),
});

const isGood = (now: Date): Sql => sql`(expires_at IS NULL OR expires_at > ${now})`;

/** Tokens for scripts. */
export function createUserTokenRows(queries: Queries) {
  const rows = userTokens.on(queries);
  const owners = users.on(queries);

  return {
    insert: (token: UserToken, valueHash: string) => rows.insert({ ...token, valueHash }),

    /** The owner of a token that has not expired. One read and no join; `session-rows.ts` says why. */
    findUser: (valueHash: string, now: Date): Promise<User | undefined> =>
      owners.first(
        sql`id = (SELECT user_id FROM user_tokens WHERE value_hash = ${valueHash} AND ${isGood(now)})`,
      ),

    /** A user's tokens that have not expired, newest first. */
    listOf: (userId: string, now: Date): Promise<UserToken[]> =>
      rows.all(sql`user_id = ${userId} AND ${isGood(now)} ORDER BY id DESC`),

    /** The number of a user's tokens that have not expired. */
    countOf: (userId: string, now: Date) =>
      readTotal(
        queries,
        sql`(SELECT count(*) FROM user_tokens WHERE user_id = ${userId} AND ${isGood(now)})`,
      ),

    /** Records a use, unless another was recorded after `since`. A time later than `now` comes from a wrong clock. */
    noteUse: (valueHash: string, now: Date, since: Date) =>
      rows.update(
        sql`value_hash = ${valueHash}
          AND (last_used_at IS NULL OR last_used_at <= ${since} OR last_used_at > ${now})`,
        { lastUsedAt: now },
      ),

    /** @returns 0 if the user has no such token */
    delete: (id: string, userId: string) => rows.delete(sql`id = ${id} AND user_id = ${userId}`),

    deleteAllOf: (userId: string) => rows.delete(sql`user_id = ${userId}`),

    deleteAll: () => queries.run(sql`DELETE FROM user_tokens`),

    deleteExpired: (now: Date) => rows.delete(sql`expires_at <= ${now}`),
  };
}
