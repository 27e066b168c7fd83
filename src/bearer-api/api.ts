import { Router } from "express";
import { AUDIT_EVENTS } from "../domain/audit.ts";
import { isAdmin } from "../domain/user.ts";
import type { Api } from "../http/api.ts";
import { noStore } from "../http/security-headers.ts";
import { serveApi } from "../http/serve-api.ts";
import { createBearerCredentials } from "../services/bearer-credentials.ts";
import { auditRoutes } from "./audit-routes.ts";
import { authRoutes } from "./auth-routes.ts";
import { createErrorEnvelope, errorResponse } from "./error-envelope.ts";
import { forgotRoute, passwordRoutes } from "./password-routes.ts";
import { postsRoutes } from "./posts-routes.ts";
import type { Services } from "./route.ts";
import { TOKEN_SECONDS } from "./token-schema.ts";
import { tokensRoutes } from "./tokens-routes.ts";
import { usersRoutes } from "./users-routes.ts";

interface BearerApiOptions {
  /** Without a trailing slash; empty for the root. */
  readonly base: string;
  /** Whether faults of the server are described in the log only. */
  readonly hideFaults: boolean;
  readonly takesForgotten: boolean;
}

/** The bearer API as this server runs it. */
export function declareBearerApi({ base, hideFaults, takesForgotten }: BearerApiOptions): Api<Services> {
  const errors = { presentError: createErrorEnvelope({ hideFaults }), errorSchema: () => errorResponse };
  return {
    name: "bearer",
    title: "Bearer API",
    description:
      "Accounts and posts behind a bearer token: a JWT from a login, valid for an hour, or an API token for scripts, valid for seven days.",
    base,
    tags: [
      { name: "Authentication", description: "Registration, login, logout and refresh" },
      { name: "API tokens", description: "Credentials for scripts, in place of a JWT" },
      { name: "Users", description: "Accounts" },
      { name: "Posts", description: "Users read published posts; owners and admins change them" },
      { name: "Audit", description: "What happened to accounts, for admins" },
    ],
    mounts: [
      {
        prefix: "/api/v1",
        routes: [...usersRoutes, ...authRoutes, ...tokensRoutes, ...postsRoutes, ...auditRoutes],
        ...errors,
      },
      { prefix: "", routes: takesForgotten ? [...passwordRoutes, forgotRoute] : passwordRoutes, ...errors },
    ],
    securitySchemes: {
      bearerToken: {
        type: "http",
        scheme: "bearer",
        description: "The `accessToken` of a login, or the `value` of an API token.",
      },
    },
    health: { description: "The server is up; the answer is empty" },
    takesForgotten,
    auditEvents: AUDIT_EVENTS,
  };
}

/** Serves the bearer API: accounts behind a short-lived JWT, with roles and pages. */
export function createBearerApi(
  deps: Omit<Services, "tokens">,
  { bearerApiBase: base, isProduction }: { bearerApiBase: string; isProduction: boolean },
): Router {
  const tokens = createBearerCredentials(deps, {
    lifetimeSeconds: TOKEN_SECONDS,
    userClaim: "sub",
    foreignId: "token-payload-invalid",
    otherClaims: (user) => (isAdmin(user) ? { isAdmin: true } : {}),
  });
  const takesForgotten = deps.resetRequests !== undefined;
  const api = declareBearerApi({ base, hideFaults: isProduction, takesForgotten });
  const router = Router();
  router.use(["/api", "/password"], noStore);
  router.get("/health", (_request, response) => {
    response.status(200).end();
  });
  serveApi(router, api, { ...deps, tokens });
  return router;
}
