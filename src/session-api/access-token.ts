import { DomainError } from "../domain/errors.ts";
import type { AuthenticatedUser, User } from "../domain/user.ts";
import { isRevoked } from "../domain/user.ts";
import { parseUuid } from "../domain/uuid.ts";
import type { Accounts } from "../services/accounts.ts";
import type { SignedTokens } from "../services/signed-tokens.ts";

const LIFETIME_SECONDS = 24 * 60 * 60;

/** The session API's JWT: the claims `user_id` and `exp`, and nothing else. */
export interface AccessTokens {
  issue(user: AuthenticatedUser): string;
  /** @throws {DomainError} `token-missing`, `token-invalid`, `token-user-not-found` */
  authenticate(token: string): Promise<User>;
}

export function createAccessTokens(signedTokens: SignedTokens, accounts: Accounts): AccessTokens {
  return {
    issue: (user) => signedTokens.sign({ user_id: user.id }, LIFETIME_SECONDS, user.authenticatedAt),

    async authenticate(token) {
      if (token === "") throw new DomainError("token-missing");
      const verification = signedTokens.verify(token, LIFETIME_SECONDS);
      if (!verification.valid) throw new DomainError("token-invalid");
      const { user_id } = verification.claims;
      const id = typeof user_id === "string" ? parseUuid(user_id) : null;
      if (id === null) throw new DomainError("token-invalid");
      const user = await accounts.findById(id);
      if (user?.isActive !== true) throw new DomainError("token-user-not-found");
      if (isRevoked(user, verification.issuedAt)) throw new DomainError("token-invalid");
      return user;
    },
  };
}
