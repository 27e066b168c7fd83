import type { Request } from "express";
import { DomainError } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";
import { isAdmin } from "../domain/user.ts";
import { bearerCredential } from "../http/bearer-credential.ts";
import { rememberCaller } from "../http/request-log.ts";
import type { AccessTokens } from "./access-token.ts";

/** Who is asking, and whether they may. Handlers call a guard before they read the body. */
export interface Guards {
  /** @throws {DomainError} `token-missing`, `token-invalid`, `token-payload-invalid`, `token-user-not-found` */
  requireUser(request: Request): Promise<User>;
  /** @throws {DomainError} `admin-required`, or as `requireUser` does */
  requireAdmin(request: Request): Promise<User>;
}

export function createGuards(tokens: AccessTokens): Guards {
  async function requireUser(request: Request): Promise<User> {
    const token = bearerCredential(request);
    if (token === undefined || token === "") throw new DomainError("token-missing");
    const caller = await tokens.authenticate(token);
    rememberCaller(request, caller.id);
    return caller;
  }

  async function requireAdmin(request: Request): Promise<User> {
    const caller = await requireUser(request);
    if (!isAdmin(caller)) throw new DomainError("admin-required");
    return caller;
  }

  return { requireUser, requireAdmin };
}
