import type { Request } from "express";

/**
 * The credential of an `Authorization` header with the scheme Bearer, in any case.
 *
 * @returns undefined without such a header, the empty string if its credential is empty
 */
export function bearerCredential(request: Request): string | undefined {
  const header = request.headers.authorization;
  const match = header === undefined ? null : /^bearer(?: +(.*))?$/i.exec(header);
  return match === null ? undefined : (match[1] ?? "").trim();
}
