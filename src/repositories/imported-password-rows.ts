import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";

/** A hash from another system. */
interface ImportedPassword {
  readonly userId: string;
  readonly hash: string;
  /** The larger, the longer it takes to compare with. */
  readonly weight: number;
}

export interface ImportedPasswordRows {
  insertAll(passwords: readonly ImportedPassword[]): Promise<void>;
  find(userId: string): Promise<string | undefined>;
  /** The hashes of those users who have one, by user. */
  findAll(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The one that takes the longest to compare with; undefined where there is none at all. */
  findSlowest(): Promise<string | undefined>;
}

export function createImportedPasswordRows(queries: Kysely<Schema>): ImportedPasswordRows {
  return {
    async insertAll(passwords) {
      if (passwords.length === 0) return;
      const rows = passwords.map(({ userId, hash, weight }) => ({ user_id: userId, hash, weight }));
      await queries.insertInto("imported_passwords").values(rows).execute();
    },

    async find(userId) {
      const row = await queries
        .selectFrom("imported_passwords")
        .select("hash")
        .where("user_id", "=", userId)
        .executeTakeFirst();
      return row?.hash;
    },

    async findAll(userIds) {
      const rows = await queries
        .selectFrom("imported_passwords")
        .select(["user_id", "hash"])
        .where("user_id", "in", [...userIds])
        .execute();
      return new Map(rows.map(({ user_id, hash }) => [user_id, hash]));
    },

    async findSlowest() {
      const row = await queries
        .selectFrom("imported_passwords")
        .select("hash")
        .orderBy("weight", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.hash;
    },
  };
}
