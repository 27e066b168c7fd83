import type { Queries } from "../database/queries.ts";
import { sql } from "../database/sql.ts";
import { column, table, time } from "../database/table.ts";
import type { Session } from "../domain/session.ts";
import type { User } from "../domain/user.ts";
import { readTotal } from "./read-page.ts";
import { users } from "./user-rows.ts";

/** A session in the store, with only a hash of the secret in its cookie. */
interface StoredSession extends Session {
  readonly idHash: string;
  readonly expiresAt: Date;
}

const sessions = table<StoredSession>("sessions", {
  idHash: column("id_hash"),
  id: column("id"),
  userId: column("user_id"),
  createdAt: time("created_at"),
  lastSeenAt: time("last_seen_at"),
  expiresAt: time("expires_at"),
  userAgent: column("user_agent"),
  address: column("address"),
});

export function createSessionRows(queries: Queries) {
  const rows = sessions.on(queries);
  const owners = users.on(queries);

  return {
    insert: (session: StoredSession) => rows.insert(session),

    /**
     * The owner of a session that has not expired and was used after `idleSince`. One read, because it runs at every
     * request. No join: SQLite would plan one with a parameter at each run, which takes several times as long.
     */
    findUser: (idHash: string, now: Date, idleSince: Date): Promise<User | undefined> =>
      owners.first(sql`id = (
        SELECT user_id FROM sessions WHERE id_hash = ${idHash} AND expires_at > ${now} AND last_seen_at > ${idleSince})`),

    /** A user's sessions that `findUser` would accept, last used first. */
    listOf: (userId: string, now: Date, idleSince: Date) =>
      rows.all(sql`user_id = ${userId} AND expires_at > ${now} AND last_seen_at > ${idleSince}
        ORDER BY last_seen_at DESC, created_at DESC`),

    /** @param idleSince if unused sessions end; without it an index answers the query */
    countOpen(now: Date, idleSince?: Date): Promise<number> {
      const used = idleSince === undefined ? sql`` : sql`AND last_seen_at > ${idleSince}`;
      return readTotal(queries, sql`(SELECT count(*) FROM sessions WHERE expires_at > ${now} ${used})`);
    },

    /** Records a use, unless another was recorded after `since`. A time later than `now` comes from a wrong clock. */
    noteUse: (idHash: string, now: Date, since: Date) =>
      rows.update(sql`id_hash = ${idHash} AND (last_seen_at <= ${since} OR last_seen_at > ${now})`, {
        lastSeenAt: now,
      }),

    /** @returns 0 if the session does not exist */
    delete: (idHash: string) => rows.delete(sql`id_hash = ${idHash}`),

    /** @returns the deleted session's hash, or undefined if the user has no such session */
    deleteById: (id: string, userId: string) =>
      queries.first(
        sql`DELETE FROM sessions WHERE id = ${id} AND user_id = ${userId} RETURNING id_hash`,
        (row) => row["id_hash"] as string,
      ),

    /** Ends all sessions of a user except the one that is kept. */
    async deleteAllOf(userId: string, keptIdHash?: string): Promise<void> {
      const others = keptIdHash === undefined ? sql`` : sql`AND id_hash <> ${keptIdHash}`;
      await rows.delete(sql`user_id = ${userId} ${others}`);
    },

    deleteAll: () => queries.run(sql`DELETE FROM sessions`),

    deleteExpired: (now: Date) => rows.delete(sql`expires_at <= ${now}`),
  };
}
