import { hash, randomBytes } from "node:crypto";
import { DomainError } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";
import { hasSameAccess } from "../domain/user.ts";
import type { Store } from "../repositories/store.ts";
import { createRecentResults } from "./recent-results.ts";

export const SESSION_LIFETIME_SECONDS = 14 * 24 * 60 * 60;
const SESSION_ID_BYTES = 18;
/** About 2 MB: the same session asks again and again. */
const MOST_REMEMBERED = 10_000;

/** Cookie sessions, each with a row in the store, so that ending one really ends it. */
export interface Sessions {
  /**
   * Starts a session and gives the id that the cookie is to carry; the store keeps only its hash.
   *
   * @param user as it was when its password was checked
   * @throws {DomainError} `credentials-invalid` where the account has changed its password or been closed since
   */
  start(user: User): Promise<string>;
  /** The active owner of a live session that belongs to the user named in the cookie. */
  findUser(sessionId: string, userId: string): Promise<User | undefined>;
  end(sessionId: string): Promise<void>;
}

export function createSessions(store: Store): Sessions {
  const hashes = createRecentResults<string>(MOST_REMEMBERED);

  function hashOnce(sessionId: string): string {
    const known = hashes.get(sessionId);
    if (known !== undefined) return known;
    const idHash = hashSessionId(sessionId);
    hashes.set(sessionId, idHash);
    return idHash;
  }

  return {
    async start(user) {
      const sessionId = randomBytes(SESSION_ID_BYTES).toString("base64url");
      const createdAt = new Date();
      const expiresAt = new Date(createdAt.getTime() + SESSION_LIFETIME_SECONDS * 1000);
      await store.transaction(async ({ users, sessions }) => {
        const current = await users.lockById(user.id);
        if (current === undefined || !hasSameAccess(current, user)) {
          throw new DomainError("credentials-invalid");
        }
        await sessions.deleteExpired(createdAt);
        await sessions.insert({ idHash: hashSessionId(sessionId), userId: user.id, createdAt, expiresAt });
      });
      return sessionId;
    },

    async findUser(sessionId, userId) {
      const user = await store.sessions.findUser(hashOnce(sessionId), new Date());
      return user?.isActive === true && user.id === userId ? user : undefined;
    },

    end: (sessionId) => store.sessions.delete(hashSessionId(sessionId)),
  };
}

/** A plain hash is enough for a value of 144 random bits, and is what makes a stolen copy of the store useless. */
export const hashSessionId = (sessionId: string): string => hash("sha256", sessionId);
