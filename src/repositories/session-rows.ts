import type { Kysely } from "kysely";
import type { Schema, SessionRow } from "../database/schema.ts";
import type { Session } from "../domain/session.ts";
import type { User } from "../domain/user.ts";
import { compileOnce } from "./compile-once.ts";
import { toDate } from "./to-date.ts";
import { toUser } from "./user-rows.ts";

/** A session as it is stored: the secret that its cookie carries only as a hash. */
interface StoredSession extends Session {
  readonly idHash: string;
  readonly expiresAt: Date;
}

export interface SessionRows {
  insert(session: StoredSession): Promise<void>;
  /**
   * The owner of a session that has not expired and was used after `idleSince`; one read, since it is asked at every
   * request.
   */
  findUser(idHash: string, now: Date, idleSince: Date): Promise<User | undefined>;
  /** Those of a user that `findUser` would accept, last used first. */
  listOf(userId: string, now: Date, idleSince: Date): Promise<StoredSession[]>;
  /** @param idleSince where sessions end for want of use; without it an index knows the answer */
  countOpen(now: Date, idleSince?: Date): Promise<number>;
  /** Notes a use, unless another one was noted after `since`; a later time than `now` comes from a wrong clock. */
  noteUse(idHash: string, now: Date, since: Date): Promise<void>;
  /** @returns whether there was one */
  delete(idHash: string): Promise<boolean>;
  /** @returns the deleted session's hash, or undefined where the user has no such session */
  deleteById(id: string, userId: string): Promise<string | undefined>;
  /** Ends all sessions of a user, but for the one that is kept. */
  deleteAllOf(userId: string, keptIdHash?: string): Promise<void>;
  deleteExpired(now: Date): Promise<void>;
}

export function createSessionRows(queries: Kysely<Schema>): SessionRows {
  // No join: SQLite would plan one with a parameter anew at each run, which takes several times as long as the read.
  const selectUser = compileOnce(queries, (idHash: string, now: Date, idleSince: Date) =>
    queries
      .selectFrom("users")
      .selectAll()
      .where("id", "=", ({ selectFrom }) =>
        selectFrom("sessions")
          .select("user_id")
          .where("id_hash", "=", idHash)
          .where("expires_at", ">", now)
          .where("last_seen_at", ">", idleSince),
      ),
  );

  return {
    async insert(session) {
      await queries.insertInto("sessions").values(toRow(session)).execute();
    },

    async findUser(idHash, now, idleSince) {
      const row = await selectUser(idHash, now, idleSince);
      return row && toUser(row);
    },

    async listOf(userId, now, idleSince) {
      const rows = await queries
        .selectFrom("sessions")
        .selectAll()
        .where("user_id", "=", userId)
        .where("expires_at", ">", now)
        .where("last_seen_at", ">", idleSince)
        .orderBy("last_seen_at", "desc")
        .orderBy("created_at", "desc")
        .execute();
      return rows.map(toStoredSession);
    },

    async countOpen(now, idleSince) {
      const open = queries
        .selectFrom("sessions")
        .select(({ fn }) => fn.countAll().as("total"))
        .where("expires_at", ">", now);
      const query = idleSince === undefined ? open : open.where("last_seen_at", ">", idleSince);
      return Number((await query.executeTakeFirstOrThrow()).total);
    },

    async noteUse(idHash, now, since) {
      await queries
        .updateTable("sessions")
        .set({ last_seen_at: now })
        .where("id_hash", "=", idHash)
        .where(({ eb, or }) => or([eb("last_seen_at", "<=", since), eb("last_seen_at", ">", now)]))
        .execute();
    },

    ...createSessionEndings(queries),
  };
}

/** The ways in which sessions end. */
function createSessionEndings(
  queries: Kysely<Schema>,
): Pick<SessionRows, "delete" | "deleteById" | "deleteAllOf" | "deleteExpired"> {
  return {
    async delete(idHash) {
      const { numDeletedRows } = await queries
        .deleteFrom("sessions")
        .where("id_hash", "=", idHash)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    async deleteById(id, userId) {
      const row = await queries
        .deleteFrom("sessions")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .returning("id_hash")
        .executeTakeFirst();
      return row?.id_hash;
    },

    async deleteAllOf(userId, keptIdHash) {
      const query = queries.deleteFrom("sessions").where("user_id", "=", userId);
      await (keptIdHash === undefined ? query : query.where("id_hash", "!=", keptIdHash)).execute();
    },

    async deleteExpired(now) {
      await queries.deleteFrom("sessions").where("expires_at", "<=", now).execute();
    },
  };
}

const toRow = (session: StoredSession) => ({
  id_hash: session.idHash,
  id: session.id,
  user_id: session.userId,
  created_at: session.createdAt,
  last_seen_at: session.lastSeenAt,
  expires_at: session.expiresAt,
  user_agent: session.userAgent,
  address: session.address,
});

const toStoredSession = (row: SessionRow): StoredSession => ({
  idHash: row.id_hash,
  id: row.id,
  userId: row.user_id,
  createdAt: toDate(row.created_at),
  lastSeenAt: toDate(row.last_seen_at),
  expiresAt: toDate(row.expires_at),
  userAgent: row.user_agent,
  address: row.address,
});
