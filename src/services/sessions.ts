import { randomBytes } from "node:crypto";
import type { AuditTrail } from "../domain/audit.ts";
import { orRefuse } from "../domain/errors.ts";
import type { Session, SessionClaims } from "../domain/session.ts";
import { LONGEST_ADDRESS, LONGEST_USER_AGENT } from "../domain/session.ts";
import type { User } from "../domain/user.ts";
import type { Store, Transaction } from "../repositories/store.ts";
import { noteEvent } from "./audit.ts";
import { createIdAt } from "./create-id.ts";
import { hashSecret } from "./hash-secret.ts";
import { createUseNotes } from "./use-notes.ts";

export const SESSION_LIFETIME_SECONDS = 14 * 24 * 60 * 60;
const SESSION_ID_BYTES = 18;

/** A session that is not in the store yet. */
export interface NewSession {
  /** The value for the cookie. The store keeps only its hash. */
  readonly sessionId: string;
  /** Stores it in a transaction, and deletes the session that it replaces. */
  store(transaction: Transaction, userId: string): Promise<void>;
}

/** A session in its owner's list. */
export interface ListedSession extends Session {
  readonly isCurrent: boolean;
}

/**
 * Cookie sessions. Each has a row in the store, so that it can be ended before it expires.
 *
 * @param idleSeconds the longest time that a session may be unused; null for no limit
 */
export function createSessions(store: Store, idleSeconds: number | null) {
  const noteUse = createUseNotes(store.sessions.noteUse);
  const idleMs = (idleSeconds ?? SESSION_LIFETIME_SECONDS) * 1000;
  const idleSince = (now: Date): Date => new Date(now.getTime() - idleMs);

  return {
    /** @param replaced the browser's previous session, which is ended */
    prepare(
      replaced: SessionClaims | undefined,
      userAgent: string | undefined,
      trail: AuditTrail,
    ): NewSession {
      const sessionId = randomBytes(SESSION_ID_BYTES).toString("base64url");
      return {
        sessionId,
        async store(transaction, userId) {
          const { sessions } = transaction;
          const createdAt = new Date();
          const expiresAt = new Date(createdAt.getTime() + SESSION_LIFETIME_SECONDS * 1000);
          if (replaced && (await sessions.delete({ idHash: hashSecret(replaced.sessionId) }))) {
            await noteEvent(transaction, trail, "session-end", replaced.userId);
          }
          await sessions.insert({
            idHash: hashSecret(sessionId),
            id: createIdAt(createdAt),
            userId,
            createdAt,
            lastSeenAt: createdAt,
            expiresAt,
            userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
            address: trail.address?.slice(0, LONGEST_ADDRESS) ?? null,
          });
        },
      };
    },

    /** The active owner of a live session. @param sessionId the value of the cookie */
    async findUser(sessionId: string): Promise<User | undefined> {
      const [idHash, now] = [hashSecret(sessionId), new Date()];
      const user = await store.sessions.findUser(idHash, now, idleSince(now));
      if (user?.isActive !== true) return undefined;
      noteUse(idHash, now);
      return user;
    },

    /**
     * The open sessions of a user, last used first.
     *
     * @param currentId the value of the caller's cookie, if the request has one
     */
    async listOf(userId: string, currentId?: string): Promise<ListedSession[]> {
      const now = new Date();
      const currentHash = currentId && hashSecret(currentId);
      const sessions = await store.sessions.listOf(userId, now, idleSince(now));
      return sessions.map((session) => ({ ...session, isCurrent: session.idHash === currentHash }));
    },

    /** The number of open sessions of all users. */
    async countOpen(): Promise<number> {
      const now = new Date();
      return store.sessions.countOpen(now, idleSeconds === null ? undefined : idleSince(now));
    },
    ...createSessionEndings(store),
  };
}

/** How sessions are ended early. */
function createSessionEndings(store: Store) {
  return {
    /** Ends the session of a cookie. */
    end: (sessionId: string, userId: string, trail: AuditTrail) =>
      store.transaction(async (repositories) => {
        const wasThere = await repositories.sessions.delete({ idHash: hashSecret(sessionId) });
        if (wasThere) await noteEvent(repositories, trail, "logout", userId);
      }),
    /**
     * Ends one session of a user.
     *
     * @param id the public id
     * @returns whether it was the current one
     * @throws {DomainError} `session-not-found`, also for another user's session
     */
    async endOne(userId: string, id: string, currentId: string | undefined, trail: AuditTrail) {
      return store.transaction(async (repositories) => {
        const session = orRefuse(await repositories.sessions.lock({ id, userId }), "session-not-found");
        await repositories.sessions.delete({ id });
        await noteEvent(repositories, trail, "session-end", userId);
        return currentId !== undefined && session.idHash === hashSecret(currentId);
      });
    },
    /** @param keptId the cookie's value of the session that is kept */
    endAllOf: (userId: string, keptId: string | undefined, trail: AuditTrail) =>
      store.transaction(async (repositories) => {
        const ended = await repositories.sessions.deleteAllOf(userId, keptId && hashSecret(keptId));
        // Otherwise one client could fill the audit log with requests that do nothing, and push out older entries.
        if (ended > 0) await noteEvent(repositories, trail, "session-end", userId);
      }),
  };
}
