import type { RequestHandler } from "express";
import { Router } from "express";
import { DomainError } from "../domain/errors.ts";
import { createApiPages } from "../http/api-pages.ts";
import { createErrorBoundary, notFound } from "../http/error-boundary.ts";
import type { IsForeignForm } from "../http/foreign-forms.ts";
import { noStore } from "../http/security-headers.ts";
import { serveRoutes } from "../http/serve-routes.ts";
import { createBearerCredentials } from "../services/bearer-credentials.ts";
import { forgotRoute } from "./auth-routes.ts";
import { createOpenApi } from "./openapi.ts";
import { createDialect } from "./route.ts";
import { versionedRoutes } from "./routes.ts";
import type { Services } from "./services.ts";
import { createSessionCookie } from "./session-cookie.ts";
import { usersRoutes } from "./users-routes.ts";

interface SessionApiOptions {
  /** Without a trailing slash; empty for the root. */
  readonly base: string;
  readonly access: "open" | "protected";
  readonly cookieKeys: readonly string[];
  readonly secureCookie: boolean;
  readonly isForeignForm: IsForeignForm;
}

/** The session API: accounts behind a cookie session, with an optional signed token. */
export function createSessionApi(
  deps: Omit<Services, "tokens" | "cookie">,
  options: SessionApiOptions,
): Router {
  const services: Services = {
    ...deps,
    tokens: createBearerCredentials(deps, { lifetimeSeconds: 24 * 60 * 60, userClaim: "user_id" }),
    cookie: createSessionCookie({
      keys: options.cookieKeys,
      path: options.base || "/",
      secure: options.secureCookie,
    }),
  };

  const dialect = createDialect(options.access, "versioned");
  const classicDialect = createDialect(options.access, "classic");
  const takesForgotten = deps.resetRequests !== undefined;
  const routes = takesForgotten ? [...versionedRoutes, forgotRoute] : versionedRoutes;
  const router = Router();
  router.use("/api", noStore, refuseForeignForms(options.isForeignForm));
  router.use(
    "/api/v1",
    serveRoutes(routes, dialect, services, "/api/v1"),
    createErrorBoundary(dialect.presentError),
  );
  router.use(
    "/api",
    serveRoutes(usersRoutes, classicDialect, services, "/api"),
    createErrorBoundary(classicDialect.presentError),
  );
  router.get("/health", (_request, response) => {
    response.json({ status: "ok", timestamp: new Date().toISOString() });
  });
  router.get("/reset", noStore, (_request, response) => {
    response.render("reset", { title: "New password", base: options.base });
  });
  router.use(
    createApiPages({
      title: "Session API",
      api: "session",
      base: options.base,
      document: () => createOpenApi(options, routes),
      takesForgotten,
    }),
  );
  router.use(notFound, createErrorBoundary(dialect.presentError));
  return router;
}

/** Keeps foreign pages from logging a visitor in or acting in their session. */
const refuseForeignForms =
  (isForeignForm: IsForeignForm): RequestHandler =>
  (request, _response, next) => {
    if (isForeignForm(request)) throw new DomainError("forbidden");
    next();
  };
