import { Router } from "express";
import { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import type { Api } from "../http/api.ts";
import { timestamp } from "../http/described-values.ts";
import type { IsForeignForm } from "../http/foreign-forms.ts";
import { noStore } from "../http/security-headers.ts";
import { serveApi } from "../http/serve-api.ts";
import { createBearerCredentials } from "../services/bearer-credentials.ts";
import { USER_ACCESS } from "./access.ts";
import { authRoutes, forgotRoute } from "./auth-routes.ts";
import { commentsRoutes } from "./comments-routes.ts";
import { classicErrors, versionedErrors } from "./error-envelope.ts";
import { postsRoutes } from "./posts-routes.ts";
import type { Services } from "./route.ts";
import { createSessionCookie } from "./session-cookie.ts";
import { sessionsRoutes } from "./sessions-routes.ts";
import { createUsersRoutes } from "./users-routes.ts";

interface SessionApiOptions {
  /** Without a trailing slash; empty for the root. */
  readonly base: string;
  readonly access: "open" | "protected";
  readonly takesForgotten: boolean;
}

/** The session API as this server runs it. */
export function declareSessionApi({ base, access, takesForgotten }: SessionApiOptions): Api<Services> {
  const usersRoutes = createUsersRoutes(USER_ACCESS[access]);
  const versioned = [...authRoutes, ...postsRoutes, ...commentsRoutes, ...usersRoutes, ...sessionsRoutes];
  return {
    name: "session",
    title: "Session API",
    description:
      "Accounts, posts and comments behind a cookie session. A login also gives a token, to send as `Authorization: Bearer` without a cookie; if both are sent, the token decides.",
    base,
    tags: [
      { name: "Authentication", description: "Registration, login, logout and who am I" },
      { name: "Sessions", description: "Where a user is logged in" },
      { name: "Posts", description: "Anyone can read published posts; owners and admins change them" },
      { name: "Comments", description: "What users say about posts" },
      { name: "Users", description: "Accounts" },
      {
        name: "Users, classic paths",
        description: "The same routes without a version; 422 answers list errors by field",
      },
    ],
    mounts: [
      {
        prefix: "/api/v1",
        routes: takesForgotten ? [...versioned, forgotRoute] : versioned,
        ...versionedErrors,
      },
      {
        prefix: "/api",
        routes: usersRoutes,
        tag: "Users, classic paths",
        suffix: "Classic",
        ...classicErrors,
      },
    ],
    securitySchemes: {
      sessionCookie: {
        type: "apiKey",
        in: "cookie",
        name: "session",
        description: "Set by registration and login, and signed. A browser sends it by itself.",
      },
      bearerToken: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "JWT",
        description: "The `token` of a login, or an API token, which the bearer API issues.",
      },
    },
    health: {
      description: "The server is up",
      content: {
        "application/json": {
          schema: z.object({ status: z.literal("ok"), timestamp: timestamp("The server's time") }),
        },
      },
    },
    pages: [
      {
        path: "/reset",
        view: "reset",
        title: "New password",
        operationId: "getResetPage",
        summary: "The page of a reset link",
      },
    ],
    takesForgotten,
  };
}

interface Settings {
  readonly sessionApiBase: string;
  readonly sessionApiAccess: "open" | "protected";
  readonly sessionSecrets: readonly string[];
  readonly isProduction: boolean;
  readonly isForeignForm: IsForeignForm;
}

/** Serves the session API: accounts behind a cookie session, with an optional signed token. */
export function createSessionApi(
  deps: Omit<Services, "tokens" | "cookie">,
  { sessionApiBase: base, sessionApiAccess: access, sessionSecrets: keys, ...settings }: Settings,
): Router {
  const tokens = createBearerCredentials(deps, {
    lifetimeSeconds: 24 * 60 * 60,
    userClaim: "user_id",
    foreignId: "token-user-not-found",
  });
  const cookie = createSessionCookie({ keys, path: base || "/", secure: settings.isProduction });
  const api = declareSessionApi({ base, access, takesForgotten: deps.resetRequests !== undefined });
  const router = Router();
  router.use("/api", noStore, (request, _response, next) => {
    // Keeps foreign pages from logging a visitor in or acting in their session.
    if (settings.isForeignForm(request)) throw new DomainError("forbidden");
    next();
  });
  router.get("/health", (_request, response) => {
    response.json({ status: "ok", timestamp: new Date().toISOString() });
  });
  serveApi(router, api, { ...deps, tokens, cookie });
  return router;
}
