import { Router } from "express";
import { DomainError } from "../domain/errors.ts";
import { audit } from "../http/request-log.ts";
import type { Accounts } from "../services/accounts.ts";
import type { Attempts } from "../services/attempts.ts";
import type { UserTokens } from "../services/user-tokens.ts";
import type { AccessTokens } from "./access-token.ts";
import type { Guards } from "./guards.ts";
import { parseBody } from "./parse-body.ts";
import { presentUser } from "./user-presenter.ts";
import { createUserRequest, loginRequest } from "./user-schema.ts";

interface AuthDeps {
  readonly accounts: Accounts;
  readonly attempts: Attempts;
  readonly tokens: AccessTokens;
  readonly userTokens: UserTokens;
  readonly guards: Guards;
}

/** Registration, login, logout and refresh. */
export function createAuthRouter({ accounts, attempts, tokens, userTokens, guards }: AuthDeps): Router {
  const router = Router();

  router.post("/register", async (request, response) => {
    await attempts.register(request.ip);
    const registration = await parseBody(createUserRequest, request, response);
    const user = await accounts.register(registration);
    audit(request, response, "registration", { userId: user.id });
    response.json(presentUser(user));
  });

  router.post("/login", async (request, response) => {
    const credentials = await parseBody(loginRequest, request, response);
    const { user, accountId } = await attempts.logIn(credentials, request.ip);
    if (user === undefined) {
      audit(request, response, "login-failed", { userId: accountId });
      throw new DomainError("credentials-invalid");
    }
    audit(request, response, "login", { userId: user.id });
    response.json(tokens.issue(user));
  });

  router.post("/logout", async (request, response) => {
    await userTokens.revokeAll(await guards.requireUser(request));
    response.status(204).end();
  });

  router.post("/refresh", async (request, response) => {
    response.json(tokens.issue(await guards.requireAccessToken(request)));
  });

  return router;
}
