import type { RequestHandler } from "express";
import { Router } from "express";
import { DomainError } from "../domain/errors.ts";
import type { IsForeignForm } from "../http/foreign-forms.ts";
import { noStore } from "../http/security-headers.ts";
import { serveApi } from "../http/serve-api.ts";
import { createBearerCredentials } from "../services/bearer-credentials.ts";
import { declareSessionApi } from "./api.ts";
import type { Services } from "./route.ts";
import { createSessionCookie } from "./session-cookie.ts";

interface SessionApiOptions {
  /** Without a trailing slash; empty for the root. */
  readonly sessionApiBase: string;
  readonly sessionApiAccess: "open" | "protected";
  readonly sessionSecrets: readonly string[];
  readonly isProduction: boolean;
  readonly isForeignForm: IsForeignForm;
}

/** The session API: accounts behind a cookie session, with an optional signed token. */
export function createSessionApi(
  deps: Omit<Services, "tokens" | "cookie">,
  { sessionApiBase: base, sessionApiAccess: access, ...options }: SessionApiOptions,
): Router {
  const tokens = createBearerCredentials(deps, { lifetimeSeconds: 24 * 60 * 60, userClaim: "user_id" });
  const cookie = createSessionCookie({
    keys: options.sessionSecrets,
    path: base || "/",
    secure: options.isProduction,
  });
  const api = declareSessionApi({ base, access, takesForgotten: deps.resetRequests !== undefined });
  const router = Router();
  router.use("/api", noStore, refuseForeignForms(options.isForeignForm));
  router.get("/health", (_request, response) => {
    response.json({ status: "ok", timestamp: new Date().toISOString() });
  });
  router.get("/reset", noStore, (_request, response) => {
    response.render("reset", { title: "New password", base });
  });
  serveApi(router, api, { ...deps, tokens, cookie });
  return router;
}

/** Keeps foreign pages from logging a visitor in or acting in their session. */
const refuseForeignForms =
  (isForeignForm: IsForeignForm): RequestHandler =>
  (request, _response, next) => {
    if (isForeignForm(request)) throw new DomainError("forbidden");
    next();
  };
