import type { Request } from "express";

/**
 * The credential of an `Authorization` header with the scheme Bearer, in any case.
 *
 * @returns undefined without such a header, the empty string if its credential is empty
 */
export function bearerCredential(request: Request): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(request.headers.authorization ?? "");
  return match === null ? undefined : (match[1] ?? "").trim();
}
