import type { Kysely } from "kysely";
import type { Schema, UserTokenRow } from "../database/schema.ts";
import type { User } from "../domain/user.ts";
import type { UserToken } from "../domain/user-token.ts";
import { compileOnce } from "./compile-once.ts";
import { toDate, toOptionalDate } from "./to-date.ts";
import { toUser } from "./user-rows.ts";

/** Tokens for scripts, of which only a hash of the value is stored. */
export interface UserTokenRows {
  insert(token: UserToken, valueHash: string): Promise<void>;
  /** The owner of a token that has not expired; one read, since it is asked at every request. */
  findUser(valueHash: string, now: Date): Promise<User | undefined>;
  /** Those of a user that have not expired, newest first. */
  listOf(userId: string, now: Date): Promise<UserToken[]>;
  /** @returns whether the user had such a token */
  delete(id: string, userId: string): Promise<boolean>;
  /** How many of a user have not expired. */
  countOf(userId: string, now: Date): Promise<number>;
  /** Notes a use, unless another one was noted after `since`; a later time than `now` comes from a wrong clock. */
  noteUse(valueHash: string, now: Date, since: Date): Promise<void>;
  deleteAllOf(userId: string): Promise<void>;
  deleteExpired(now: Date): Promise<void>;
}

export function createUserTokenRows(queries: Kysely<Schema>): UserTokenRows {
  // No join, for the reason given at the sessions.
  const selectUser = compileOnce(queries, (valueHash: string, now: Date) =>
    queries
      .selectFrom("users")
      .selectAll()
      .where("id", "=", ({ selectFrom }) =>
        selectFrom("user_tokens")
          .select("user_id")
          .where("value_hash", "=", valueHash)
          .where(({ eb, or }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)])),
      ),
  );

  return {
    async insert({ id, userId, name, createdAt, expiresAt, lastUsedAt }, valueHash) {
      const times = { created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt };
      await queries
        .insertInto("user_tokens")
        .values({ id, value_hash: valueHash, user_id: userId, name, ...times })
        .execute();
    },

    async findUser(valueHash, now) {
      const row = await selectUser(valueHash, now);
      return row && toUser(row);
    },

    async listOf(userId, now) {
      const rows = await queries
        .selectFrom("user_tokens")
        .selectAll()
        .where("user_id", "=", userId)
        .where(({ eb, or }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
        .orderBy("id", "desc")
        .execute();
      return rows.map(toUserToken);
    },

    async countOf(userId, now) {
      const { total } = await queries
        .selectFrom("user_tokens")
        .select(({ fn }) => fn.countAll().as("total"))
        .where("user_id", "=", userId)
        .where(({ eb, or }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    noteUse: (valueHash, now, since) => noteUse(queries, valueHash, now, since),

    async delete(id, userId) {
      const { numDeletedRows } = await queries
        .deleteFrom("user_tokens")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    async deleteAllOf(userId) {
      await queries.deleteFrom("user_tokens").where("user_id", "=", userId).execute();
    },

    async deleteExpired(now) {
      await queries.deleteFrom("user_tokens").where("expires_at", "<=", now).execute();
    },
  };
}

async function noteUse(queries: Kysely<Schema>, valueHash: string, now: Date, since: Date): Promise<void> {
  await queries
    .updateTable("user_tokens")
    .set({ last_used_at: now })
    .where("value_hash", "=", valueHash)
    .where(({ eb, or }) =>
      or([eb("last_used_at", "is", null), eb("last_used_at", "<=", since), eb("last_used_at", ">", now)]),
    )
    .execute();
}

const toUserToken = (row: UserTokenRow): UserToken => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  createdAt: toDate(row.created_at),
  expiresAt: toOptionalDate(row.expires_at),
  lastUsedAt: toOptionalDate(row.last_used_at),
});
