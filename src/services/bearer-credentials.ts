import type { Caller } from "../domain/caller.ts";
import type { ErrorCode } from "../domain/errors.ts";
import { DomainError } from "../domain/errors.ts";
import { parseUuid } from "../domain/text.ts";
import type { AuthenticatedUser, User } from "../domain/user.ts";
import { isRevoked } from "../domain/user.ts";
import type { SharedServices } from "./create-services.ts";
import { isUserTokenValue } from "./user-tokens.ts";

/** The JWTs of one API. */
interface TokenForm {
  readonly lifetimeSeconds: number;
  /** The claim that holds the user's id. */
  readonly userClaim: string;
  /** What a claim means that no user's id can have, such as a number. */
  readonly foreignId: ErrorCode;
  /** Other claims: information for the client, which the server never reads. */
  readonly otherClaims?: (user: User) => object;
}

export type BearerCredentials = ReturnType<typeof createBearerCredentials>;

/** The values that one API accepts after `Authorization: Bearer`. */
export function createBearerCredentials(
  { accounts, signedTokens, userTokens }: SharedServices,
  { lifetimeSeconds, userClaim, foreignId, otherClaims = () => ({}) }: TokenForm,
) {
  async function verify(token: string): Promise<User> {
    const { claims, issuedAt } = signedTokens.verify(token, lifetimeSeconds);
    const userId = claims[userClaim];
    if (userId === undefined) throw new DomainError("token-payload-invalid");
    const id = typeof userId === "string" ? parseUuid(userId) : null;
    if (id === null) throw new DomainError(foreignId);
    const user = await accounts.findById(id);
    if (user?.isActive !== true) throw new DomainError("token-user-not-found");
    if (isRevoked(user, issuedAt)) throw new DomainError("token-invalid", { detail: "revoked" });
    return user;
  }

  return {
    /** A fresh JWT for the user. */
    issue: (user: AuthenticatedUser) =>
      signedTokens.sign(
        { [userClaim]: user.id, ...otherClaims(user) },
        lifetimeSeconds,
        user.authenticatedAt,
      ),
    /**
     * The caller that a JWT or an API token proves.
     *
     * @throws {DomainError} `token-invalid`, `token-payload-invalid`, `token-user-not-found`
     */
    authenticate: async (credential: string): Promise<Caller> =>
      isUserTokenValue(credential)
        ? { user: await userTokens.authenticate(credential), credential: "api-token", value: credential }
        : { user: await verify(credential), credential: "jwt" },
  };
}
