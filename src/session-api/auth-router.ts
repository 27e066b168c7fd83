import type { Request, Response } from "express";
import { Router } from "express";
import { DomainError } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";
import { readJsonObject } from "../http/read-json-object.ts";
import { audit } from "../http/request-log.ts";
import type { Accounts } from "../services/accounts.ts";
import type { Attempts } from "../services/attempts.ts";
import type { Sessions } from "../services/sessions.ts";
import type { AccessTokens } from "./access-token.ts";
import type { Guards } from "./guards.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { presentUser } from "./user-presenter.ts";
import { newUser } from "./user-schema.ts";
import { validateUser } from "./validate-user.ts";

interface AuthDeps {
  readonly accounts: Accounts;
  readonly attempts: Attempts;
  readonly sessions: Sessions;
  readonly tokens: AccessTokens;
  readonly guards: Guards;
  readonly cookie: SessionCookie;
  /** Whether cookies are sent with `Secure`, which only a TLS connection can carry. */
  readonly requireTls: boolean;
}

/** Registration, login, logout and who am I. */
export function createAuthRouter({
  accounts,
  attempts,
  sessions,
  tokens,
  guards,
  cookie,
  requireTls,
}: AuthDeps): Router {
  const router = Router();

  /** The session that the browser still carries ends, so that a login never leaves an older one behind. */
  async function startSession(request: Request, response: Response, user: User): Promise<void> {
    const previous = cookie.read(request, response);
    if (previous !== undefined) await sessions.end(previous.sessionId);
    cookie.write(request, response, { userId: user.id, sessionId: await sessions.start(user) });
  }

  router.post("/login", async (request, response) => {
    assertCookieCanTravel(request, requireTls);
    const { email, password } = await readJsonObject(request, response);
    const { user, accountId } = await attempts.logIn({ email, password }, request.ip);
    if (user === undefined) {
      audit(request, response, "login-failed", { userId: accountId });
      throw new DomainError("credentials-invalid");
    }
    await startSession(request, response, user);
    audit(request, response, "login", { userId: user.id });
    response.json({ user: presentUser(user), token: tokens.issue(user) });
  });

  router.post("/register", async (request, response) => {
    assertCookieCanTravel(request, requireTls);
    await attempts.register(request.ip);
    const body = await readJsonObject(request, response);
    const user = await accounts.register(await validateUser(newUser, body, accounts.isEmailTaken));
    await startSession(request, response, user);
    audit(request, response, "registration", { userId: user.id });
    response.status(201).json({ user: presentUser(user) });
  });

  router.post("/logout", async (request, response) => {
    const claims = cookie.read(request, response);
    if (claims !== undefined) await sessions.end(claims.sessionId);
    cookie.clear(request, response);
    response.json({ message: "Logged out" });
  });

  router.get("/me", async (request, response) => {
    response.json({ user: presentUser(await guards.requireSession(request, response)) });
  });

  return router;
}

/** The cookie library would answer 200 and leave the cookie out; better to fail where an operator will see it. */
function assertCookieCanTravel(request: Request, requireTls: boolean): void {
  if (!requireTls || request.secure) return;
  throw new Error(
    "a login over plain HTTP can't get its Secure cookie: serve TLS, or set TRUST_PROXY to the number of proxies in front",
  );
}
