import type { Request } from "express";
import { bearerCredential } from "./bearer-credential.ts";

/** Whether a page of another site could have sent the request without a CORS preflight. */
export type IsForeignForm = (request: Request) => boolean;

/**
 * Recognizes the requests with which another site could log a visitor in or act in their session. A browser sends a
 * CORS preflight before it sends another site's PUT, DELETE, `Authorization` header or JSON. Without a preflight it
 * sends only a POST that a plain form could send. The APIs accept only the scheme Bearer in `Authorization`, so any
 * other scheme counts as no header.
 *
 * @param trustedOrigins the origins that the configuration lists; `*` trusts none
 */
export function createForeignFormCheck(trustedOrigins: "*" | readonly string[]): IsForeignForm {
  const trusted = new Set(trustedOrigins === "*" ? [] : trustedOrigins);

  return function isForeignForm(request) {
    const isUnasked =
      request.method === "POST" && bearerCredential(request) === undefined && !isJson(request);
    return isUnasked && isForeign(request) && !trusted.has(request.headers.origin ?? "");
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
