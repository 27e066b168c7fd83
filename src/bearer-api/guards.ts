import type { Request } from "express";
import { DomainError } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";
import { isAdmin, mayWrite } from "../domain/user.ts";
import { bearerCredential } from "../http/bearer-credential.ts";
import type { AccessTokens } from "./access-token.ts";

/** Who is asking, and whether they may. Handlers call a guard before they read the body. */
export interface Guards {
  /** @throws {DomainError} `token-missing`, `token-invalid`, `token-payload-invalid`, `token-user-not-found` */
  requireUser(request: Request): Promise<User>;
  /** @throws {DomainError} `guest-may-not-write`, or as `requireUser` does */
  requireWriter(request: Request): Promise<User>;
  /** @throws {DomainError} `admin-required`, or as `requireUser` does */
  requireAdmin(request: Request): Promise<User>;
}

export function createGuards(tokens: AccessTokens): Guards {
  async function requireUser(request: Request): Promise<User> {
    const token = bearerCredential(request);
    if (token === undefined || token === "") throw new DomainError("token-missing");
    return tokens.authenticate(token);
  }

  async function requireWriter(request: Request): Promise<User> {
    const caller = await requireUser(request);
    if (!mayWrite(caller)) throw new DomainError("guest-may-not-write");
    return caller;
  }

  async function requireAdmin(request: Request): Promise<User> {
    const caller = await requireUser(request);
    if (!isAdmin(caller)) throw new DomainError("admin-required");
    return caller;
  }

  return { requireUser, requireWriter, requireAdmin };
}
