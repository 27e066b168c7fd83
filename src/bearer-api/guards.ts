import type { Request } from "express";
import { DomainError } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";
import { isAdmin } from "../domain/user.ts";
import { bearerCredential } from "../http/bearer-credential.ts";
import { rememberCaller } from "../http/request-log.ts";
import type { UserTokens } from "../services/user-tokens.ts";
import { isUserTokenValue } from "../services/user-tokens.ts";
import type { AccessTokens } from "./access-token.ts";

/** Who is asking, and whether they may. Handlers call a guard before they read the body. */
export interface Guards {
  /**
   * The caller, by a JWT or an API token.
   *
   * @throws {DomainError} `token-missing`, `token-invalid`, `token-payload-invalid`, `token-user-not-found`
   */
  requireUser(request: Request): Promise<User>;
  /** The caller by a JWT alone: a leaked API token must not renew itself. @throws {DomainError} as `requireUser` does */
  requireAccessToken(request: Request): Promise<User>;
  /** @throws {DomainError} `admin-required`, or as `requireUser` does */
  requireAdmin(request: Request): Promise<User>;
}

export function createGuards(deps: { tokens: AccessTokens; userTokens: UserTokens }): Guards {
  const { tokens, userTokens } = deps;

  async function requireUser(request: Request): Promise<User> {
    const credential = readCredential(request);
    const caller = await (isUserTokenValue(credential)
      ? userTokens.authenticate(credential)
      : tokens.authenticate(credential));
    rememberCaller(request, caller.id);
    return caller;
  }

  async function requireAccessToken(request: Request): Promise<User> {
    const caller = await requireUser(request);
    if (isUserTokenValue(readCredential(request))) throw new DomainError("token-payload-invalid");
    return caller;
  }

  async function requireAdmin(request: Request): Promise<User> {
    const caller = await requireUser(request);
    if (!isAdmin(caller)) throw new DomainError("admin-required");
    return caller;
  }

  return { requireUser, requireAccessToken, requireAdmin };
}

function readCredential(request: Request): string {
  const credential = bearerCredential(request);
  if (credential === undefined || credential === "") throw new DomainError("token-missing");
  return credential;
}
