import { randomBytes } from "node:crypto";
import type { AuditTrail } from "../domain/audit.ts";
import { DomainError, orRefuse } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";
import type { Store, Transaction } from "../repositories/store.ts";
import type { Accounts } from "./accounts.ts";
import { forgotCount } from "./attempts.ts";
import { noteEvent } from "./audit.ts";
import { hashSecret } from "./hash-secret.ts";

const TOKEN_BYTES = 32;
const MOST_TOKENS_OF_ONE_USER = 3;
const RESET_LIFETIME_MS = 60 * 60 * 1000;

/**
 * Issues a reset token. Only the newest three tokens of an account are valid.
 *
 * @param options.trail if given, an audit entry is stored too
 * @returns its value too, which is shown only once
 * @throws {DomainError} `user-not-found`, also if the account is inactive
 */
export async function issueReset(
  transaction: Transaction,
  userId: string,
  { lifetimeMs = RESET_LIFETIME_MS, trail }: { lifetimeMs?: number; trail?: AuditTrail } = {},
) {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const { users, passwordResets } = transaction;
  const user = await users.lock({ id: userId });
  if (user?.isActive !== true) throw new DomainError("user-not-found");
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
  await passwordResets.deleteOldestOf(userId, createdAt, MOST_TOKENS_OF_ONE_USER - 1);
  await passwordResets.insert({ tokenHash: hashSecret(token), userId, createdAt, expiresAt });
  await noteEvent(transaction, trail, "reset-link", userId);
  return { user, token, expiresAt };
}

/** The owner of a token that would be accepted now. */
export const findResetOwner = ({ passwordResets }: Store, token: string): Promise<string | undefined> =>
  passwordResets.findUserId(hashSecret(token), new Date());

/** Password resets for users who have forgotten their password. */
export function createPasswordResets(store: Store, accounts: Accounts) {
  /** @throws {DomainError} `reset-token-invalid` if the token is unknown, used or expired */
  const getOwner = async (token: string) =>
    orRefuse(await findResetOwner(store, token), "reset-token-invalid");

  return {
    /** @throws {DomainError} `reset-token-invalid` */
    assertGood: async (token: string) => void (await getOwner(token)),
    /**
     * Sets a new password, once for each token. It ends all sessions and tokens, as any change of password does, and
     * clears the account's count of failed logins.
     *
     * @throws {DomainError} `reset-token-invalid` if the token is unknown, used or expired; `too-many-requests`,
     *   `service-unavailable`
     */
    async reset(token: string, password: string, trail: AuditTrail): Promise<User> {
      // Before the new password is hashed, which is costly.
      const userId = await getOwner(token);
      const reset = { id: userId, tokenHash: hashSecret(token), password };
      // Requests for links still count, or each reset would allow three more in the hour.
      return accounts.resetPassword(reset, trail, ({ email }, { rateLimitCounts }) =>
        rateLimitCounts.clear(email, forgotCount(email)),
      );
    },
  };
}
