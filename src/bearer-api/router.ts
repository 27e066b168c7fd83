import { Router } from "express";
import { AUDIT_EVENTS } from "../domain/audit.ts";
import { isAdmin } from "../domain/user.ts";
import { createApiPages } from "../http/api-pages.ts";
import { createErrorBoundary, notFound } from "../http/error-boundary.ts";
import { noStore } from "../http/security-headers.ts";
import { serveRoutes } from "../http/serve-routes.ts";
import { createBearerCredentials } from "../services/bearer-credentials.ts";
import { createErrorEnvelope } from "./error-envelope.ts";
import { createOpenApi } from "./openapi.ts";
import { forgotRoute, passwordRoutes } from "./password-routes.ts";
import { bearerDialect } from "./route.ts";
import { bearerRoutes } from "./routes.ts";
import type { Services } from "./services.ts";
import { TOKEN_SECONDS } from "./token-schema.ts";

interface BearerApiOptions {
  /** Without a trailing slash; empty for the root. */
  readonly base: string;
  readonly isProduction: boolean;
}

/** The bearer API: accounts behind a short-lived JWT, with roles and pages. */
export function createBearerApi(deps: Omit<Services, "tokens">, options: BearerApiOptions): Router {
  const tokens = createBearerCredentials(deps, {
    lifetimeSeconds: TOKEN_SECONDS,
    userClaim: "sub",
    otherClaims: (user) => (isAdmin(user) ? { isAdmin: true } : {}),
  });
  const services = { ...deps, tokens };

  const takesForgotten = deps.resetRequests !== undefined;
  const rootRoutes = takesForgotten ? [...passwordRoutes, forgotRoute] : passwordRoutes;
  const router = Router();
  router.use("/api", noStore);
  router.use("/password", noStore);
  router.use(serveRoutes(rootRoutes, bearerDialect, services, ""));
  router.use("/api/v1", serveRoutes(bearerRoutes, bearerDialect, services, "/api/v1"));
  router.get("/health", (_request, response) => {
    response.status(200).end();
  });
  router.use(
    createApiPages({
      title: "Bearer API",
      api: "bearer",
      base: options.base,
      document: () => createOpenApi(options, rootRoutes),
      takesForgotten,
      auditEvents: AUDIT_EVENTS,
    }),
  );
  router.use(notFound, createErrorBoundary(createErrorEnvelope({ hideFaults: options.isProduction })));
  return router;
}
