import { DomainError } from "../domain/errors.ts";
import type { AuthenticatedUser, User } from "../domain/user.ts";
import { isAdmin, isRevoked } from "../domain/user.ts";
import { parseUuid } from "../domain/uuid.ts";
import type { Accounts } from "../services/accounts.ts";
import type { SignedTokens } from "../services/signed-tokens.ts";

const LIFETIME_SECONDS = 3600;

/** The bearer API's JWT: the claims `sub`, `exp` and, for admins, `isAdmin`. */
export interface AccessTokens {
  /** A TokenResponse with a fresh token for this user. */
  issue(user: AuthenticatedUser): { accessToken: string; tokenType: "Bearer"; expiresIn: number };
  /** @throws {DomainError} `token-invalid`, `token-payload-invalid`, `token-user-not-found` */
  authenticate(token: string): Promise<User>;
}

export function createAccessTokens(signedTokens: SignedTokens, accounts: Accounts): AccessTokens {
  return {
    issue(user) {
      // Information for the client. The server reads the role from the store.
      const claims = { sub: user.id, ...(isAdmin(user) && { isAdmin: true }) };
      return {
        accessToken: signedTokens.sign(claims, LIFETIME_SECONDS, user.authenticatedAt),
        tokenType: "Bearer",
        expiresIn: LIFETIME_SECONDS,
      };
    },

    async authenticate(token) {
      const verification = signedTokens.verify(token, LIFETIME_SECONDS);
      if (!verification.valid) throw new DomainError("token-invalid", { detail: verification.reason });
      const { sub } = verification.claims;
      const id = typeof sub === "string" ? parseUuid(sub) : null;
      if (id === null) throw new DomainError("token-payload-invalid");
      const user = await accounts.findById(id);
      if (user?.isActive !== true) throw new DomainError("token-user-not-found");
      if (isRevoked(user, verification.issuedAt))
        throw new DomainError("token-invalid", { detail: "revoked" });
      return user;
    },
  };
}
