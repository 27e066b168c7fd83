import type { Kysely } from "kysely";
import type { Schema } from "../database/schema.ts";
import type { User } from "../domain/user.ts";
import { compileOnce } from "./compile-once.ts";
import { toUser } from "./users.ts";

/** One login; the id that the cookie carries is stored only as its hash. */
interface Session {
  readonly idHash: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface Sessions {
  insert(session: Session): Promise<void>;
  /** The owner of a session that has not expired; one read, since it is asked at every request. */
  findUser(idHash: string, now: Date): Promise<User | undefined>;
  delete(idHash: string): Promise<void>;
  /** Ends all sessions of a user, but for the one that is kept. */
  deleteAllOf(userId: string, keptIdHash?: string): Promise<void>;
  deleteExpired(now: Date): Promise<void>;
}

export function createSessions(queries: Kysely<Schema>): Sessions {
  // No join: SQLite would plan one with a parameter anew at each run, which takes several times as long as the read.
  const selectUser = compileOnce(queries, (idHash: string, now: Date) =>
    queries
      .selectFrom("users")
      .selectAll()
      .where("id", "=", ({ selectFrom }) =>
        selectFrom("sessions").select("user_id").where("id_hash", "=", idHash).where("expires_at", ">", now),
      ),
  );

  return {
    async insert({ idHash, userId, createdAt, expiresAt }) {
      const row = { id_hash: idHash, user_id: userId, created_at: createdAt, expires_at: expiresAt };
      await queries.insertInto("sessions").values(row).execute();
    },

    async findUser(idHash, now) {
      const row = await selectUser(idHash, now);
      return row && toUser(row);
    },

    async delete(idHash) {
      await queries.deleteFrom("sessions").where("id_hash", "=", idHash).execute();
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
