import { Router } from "express";
import { assertMayWrite } from "../domain/user.ts";
import { audit } from "../http/request-log.ts";
import type { UserTokens } from "../services/user-tokens.ts";
import type { Guards } from "./guards.ts";
import { presentIssuedToken, presentToken } from "./token-presenter.ts";

/** API tokens: what a script sends in place of a JWT. */
export function createTokensRouter(deps: { userTokens: UserTokens; guards: Guards }): Router {
  const { userTokens, guards } = deps;
  const router = Router();

  router.post("/tokens", async (request, response) => {
    const owner = await guards.requireAccessToken(request);
    assertMayWrite(owner);
    const token = await userTokens.issue(owner);
    audit(request, response, "token-issue", { userId: owner.id });
    response.status(201).json(presentIssuedToken(token));
  });

  router.get("/tokens", async (request, response) => {
    const owner = await guards.requireUser(request);
    const tokens = await userTokens.listOf(owner);
    response.json({ tokens: tokens.map(presentToken) });
  });

  router.delete("/tokens/:tokenID", async (request, response) => {
    const owner = await guards.requireUser(request);
    assertMayWrite(owner);
    await userTokens.revoke(owner, request.params.tokenID);
    audit(request, response, "token-revocation", { userId: owner.id });
    response.status(204).end();
  });

  return router;
}
