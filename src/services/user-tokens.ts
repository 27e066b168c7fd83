import { randomBytes } from "node:crypto";
import type { AuditTrail } from "../domain/audit.ts";
import { DomainError } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";
import { LONGEST_TOKEN_DAYS, MOST_TOKENS } from "../domain/user-token.ts";
import type { Store } from "../repositories/store.ts";
import { noteEvent } from "./audit.ts";
import { createId } from "./create-id.ts";
import { hashSecret } from "./hash-secret.ts";
import { assertSameAccess } from "./kept-rights.ts";
import { createUseNotes } from "./use-notes.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const VALUE_BYTES = 32;
const VALUE_PATTERN = /^[A-Za-z\d+/]{43}=$/;

/** The options of a new token. */
interface TokenWishes {
  readonly name?: string | undefined;
  readonly expiresInDays?: number | undefined;
}

/** Distinguishes a token's value from a JWT, which has dots. */
export const isUserTokenValue = (credential: string): boolean => VALUE_PATTERN.test(credential);

/** Long-lived tokens for scripts. Each has a row in the store, so that it can be revoked. */
export function createUserTokens(store: Store) {
  const noteUse = createUseNotes(store.userTokens.noteUse);

  return {
    /**
     * Creates a token. Its value is returned only here: the store keeps only its hash.
     *
     * @throws {DomainError} `too-many-tokens`, `token-user-not-found`, or `token-invalid` if the password changed
     *   meanwhile
     */
    async issue(user: User, { name, expiresInDays = LONGEST_TOKEN_DAYS }: TokenWishes, trail: AuditTrail) {
      const value = randomBytes(VALUE_BYTES).toString("base64");
      const { id, createdAt } = createId();
      const expiresAt = new Date(createdAt.getTime() + expiresInDays * DAY_MS);
      const token = { id, userId: user.id, name: name ?? null, createdAt, expiresAt, lastUsedAt: null };
      await store.transaction(async (repositories) => {
        const { users, userTokens } = repositories;
        // A new password ends all tokens, including one that is issued at the same moment.
        assertSameAccess(await users.lock({ id: user.id }), user);
        const count = await userTokens.countOf(user.id, createdAt);
        if (count >= MOST_TOKENS) throw new DomainError("too-many-tokens");
        await userTokens.insert({ ...token, valueHash: hashSecret(value) });
        await noteEvent(repositories, trail, "token-issue", user.id);
      });
      return { ...token, value };
    },

    /** @throws {DomainError} `token-invalid`, `token-user-not-found` */
    async authenticate(value: string): Promise<User> {
      const [valueHash, now] = [hashSecret(value), new Date()];
      const user = await store.userTokens.findUser(valueHash, now);
      if (user === undefined) throw new DomainError("token-invalid", { detail: "unknown or expired" });
      if (!user.isActive) throw new DomainError("token-user-not-found");
      noteUse(valueHash, now);
      return user;
    },

    /** The user's valid tokens, newest first. */
    listOf: (user: User) => store.userTokens.listOf(user.id, new Date()),

    /** @throws {DomainError} `user-token-not-found`, also for another user's token */
    revoke: (user: User, id: string, trail: AuditTrail) =>
      store.transaction(async (repositories) => {
        if (!(await repositories.userTokens.delete({ id, userId: user.id }))) {
          throw new DomainError("user-token-not-found");
        }
        await noteEvent(repositories, trail, "token-revocation", user.id);
      }),

    /** Logs out a caller who has a token instead of a session. */
    revokeAll: (user: User, trail: AuditTrail) =>
      store.transaction(async (repositories) => {
        await repositories.userTokens.delete({ userId: user.id });
        await noteEvent(repositories, trail, "logout", user.id);
      }),
  };
}
