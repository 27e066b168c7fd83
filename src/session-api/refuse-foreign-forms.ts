import type { Request, RequestHandler } from "express";
import { DomainError } from "../domain/errors.ts";
import { bearerCredential } from "../http/bearer-credential.ts";

/**
 * Keeps foreign pages from logging a visitor in or acting in their session. A browser asks first (a CORS preflight)
 * before it sends another site's PUT, DELETE, `Authorization` header or JSON; the one thing it sends unasked is a
 * POST that a plain form could send, and that is refused here. Only the scheme Bearer is an `Authorization` to these
 * routes, so any other scheme counts as no header.
 *
 * @param trustedOrigins the origins that the configuration lists; `*` trusts nobody in particular
 */
export function refuseForeignForms(trustedOrigins: "*" | readonly string[]): RequestHandler {
  const trusted = new Set(trustedOrigins === "*" ? [] : trustedOrigins);

  return function refuseForeignFormsMiddleware(request, _response, next) {
    const isUnasked =
      request.method === "POST" && bearerCredential(request) === undefined && !isJson(request);
    if (isUnasked && isForeign(request) && !trusted.has(request.headers.origin ?? ""))
      throw new DomainError("forbidden");
    next();
  };
}

const isJson = (request: Request): boolean =>
  request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";

function isForeign({ headers }: Request): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "cross-site" || site === "same-site";
  if (headers.origin === undefined) return false;
  return !URL.canParse(headers.origin) || new URL(headers.origin).host !== headers.host?.toLowerCase();
}
