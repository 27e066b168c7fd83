import { sql } from "../database/sql.ts";
import { table } from "../database/table.ts";
import type { Session } from "../domain/session.ts";
import type { User } from "../domain/user.ts";
import { users } from "./user-rows.ts";

/** A session in the store, with only a hash of the secret in its cookie. */
interface StoredSession extends Session {
  readonly idHash: string;
  readonly expiresAt: Date;
}

const sessions = table<StoredSession>("sessions", {
  idHash: "id_hash",
  id: "id",
  userId: "user_id",
  createdAt: "created_at",
  lastSeenAt: "last_seen_at",
  expiresAt: "expires_at",
  userAgent: "user_agent",
  address: "address",
});

export const createSessionRows = sessions.repository((rows, queries) => ({
  /**
   * The owner of a session that has not expired and was used after `idleSince`. One read, because it runs at every
   * request. No join: SQLite would plan one with a parameter at each run, which takes several times as long.
   */
  findUser: (idHash: string, now: Date, idleSince: Date): Promise<User | undefined> =>
    users.on(queries).find(sql`id = (
      SELECT user_id FROM sessions WHERE id_hash = ${idHash} AND expires_at > ${now} AND last_seen_at > ${idleSince})`),

  /** A user's sessions that `findUser` would accept, last used first. */
  listOf: (userId: string, now: Date, idleSince: Date) =>
    rows.list(sql`user_id = ${userId} AND expires_at > ${now} AND last_seen_at > ${idleSince}
      ORDER BY last_seen_at DESC, id DESC`),

  /** @param idleSince if unused sessions end; without it an index answers the query */
  countOpen(now: Date, idleSince?: Date): Promise<number> {
    const used = idleSince === undefined ? sql`` : sql`AND last_seen_at > ${idleSince}`;
    return rows.count(sql`expires_at > ${now} ${used}`);
  },

  /** Records a use, unless another was recorded after `since`. A time later than `now` comes from a wrong clock. */
  noteUse: (idHash: string, now: Date, since: Date) =>
    rows.update(sql`id_hash = ${idHash} AND (last_seen_at <= ${since} OR last_seen_at > ${now})`, {
      lastSeenAt: now,
    }),

  /** Ends all sessions of a user except the one that is kept. @returns the number that ended */
  deleteAllOf(userId: string, keptIdHash?: string): Promise<number> {
    const others = keptIdHash === undefined ? sql`` : sql`AND id_hash <> ${keptIdHash}`;
    return rows.delete(sql`user_id = ${userId} ${others}`);
  },

  deleteExpired: (now: Date) => rows.delete(sql`expires_at <= ${now}`),
}));
