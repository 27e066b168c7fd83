import type { Request, Response } from "express";
import { DomainError } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";
import { isAdmin } from "../domain/user.ts";
import { bearerCredential } from "../http/bearer-credential.ts";
import { rememberCaller } from "../http/request-log.ts";
import type { Sessions } from "../services/sessions.ts";
import type { AccessTokens } from "./access-token.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** Who is asking, and whether they may. Handlers call a guard before they read the body. */
export interface Guards {
  /**
   * The caller, where there is one. A bearer token decides where one is sent, also beside a cookie.
   *
   * @throws {DomainError} `token-missing`, `token-invalid`, `token-user-not-found`
   */
  identify(request: Request, response: Response): Promise<User | undefined>;
  /** The caller by their cookie alone. @throws {DomainError} `not-logged-in` */
  requireSession(request: Request, response: Response): Promise<User>;
  /** @throws {DomainError} `not-logged-in`, or as `identify` does */
  requireLogin(request: Request, response: Response): Promise<User>;
}

export function createGuards(deps: {
  sessions: Sessions;
  tokens: AccessTokens;
  cookie: SessionCookie;
}): Guards {
  const { sessions, tokens, cookie } = deps;

  async function findSessionUser(request: Request, response: Response): Promise<User | undefined> {
    const claims = cookie.read(request, response);
    return claims && sessions.findUser(claims.sessionId, claims.userId);
  }

  async function identify(request: Request, response: Response): Promise<User | undefined> {
    const token = bearerCredential(request);
    const caller = await (token === undefined
      ? findSessionUser(request, response)
      : tokens.authenticate(token));
    if (caller !== undefined) rememberCaller(request, caller.id);
    return caller;
  }

  return {
    identify,
    requireSession: async (request, response) => loggedIn(await findSessionUser(request, response)),
    requireLogin: async (request, response) => loggedIn(await identify(request, response)),
  };
}

function loggedIn(user: User | undefined): User {
  if (user === undefined) throw new DomainError("not-logged-in");
  return user;
}

/** Who may use the user routes, which is a setting. */
export interface UserAccess {
  read(request: Request, response: Response): Promise<void>;
  create(request: Request, response: Response): Promise<void>;
  /** @param id as it stands in the path */
  change(request: Request, response: Response, id: string): Promise<void>;
}

/** @param mode `open` lets anyone do anything, except with a token that is not good */
export function createUserAccess(mode: "open" | "protected", guards: Guards): UserAccess {
  if (mode === "open") {
    const anyone = async (request: Request, response: Response) =>
      void (await guards.identify(request, response));
    return { read: anyone, create: anyone, change: anyone };
  }
  return {
    async read(request, response) {
      await guards.requireLogin(request, response);
    },
    async create(request, response) {
      const caller = await guards.requireLogin(request, response);
      if (!isAdmin(caller)) throw new DomainError("admin-required");
    },
    async change(request, response, id) {
      const caller = await guards.requireLogin(request, response);
      if (!isAdmin(caller) && caller.id !== id.toLowerCase()) throw new DomainError("forbidden");
    },
  };
}
