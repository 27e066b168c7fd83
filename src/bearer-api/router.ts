import { Router } from "express";
import { isAdmin } from "../domain/user.ts";
import { noStore } from "../http/security-headers.ts";
import { serveApi } from "../http/serve-api.ts";
import { createBearerCredentials } from "../services/bearer-credentials.ts";
import { declareBearerApi } from "./api.ts";
import type { Services } from "./route.ts";
import { TOKEN_SECONDS } from "./token-schema.ts";

interface BearerApiOptions {
  /** Without a trailing slash; empty for the root. */
  readonly bearerApiBase: string;
  readonly isProduction: boolean;
}

/** The bearer API: accounts behind a short-lived JWT, with roles and pages. */
export function createBearerApi(deps: Omit<Services, "tokens">, options: BearerApiOptions): Router {
  const tokens = createBearerCredentials(deps, {
    lifetimeSeconds: TOKEN_SECONDS,
    userClaim: "sub",
    otherClaims: (user) => (isAdmin(user) ? { isAdmin: true } : {}),
  });
  const api = declareBearerApi({
    base: options.bearerApiBase,
    hideFaults: options.isProduction,
    takesForgotten: deps.resetRequests !== undefined,
  });
  const router = Router();
  router.use(["/api", "/password"], noStore);
  router.get("/health", (_request, response) => {
    response.status(200).end();
  });
  serveApi(router, api, { ...deps, tokens });
  return router;
}
