import cookieSession from "cookie-session";
import type { Request, RequestHandler, Response } from "express";
import { SESSION_LIFETIME_SECONDS } from "../services/sessions.ts";
import { createCookieSignatures } from "./cookie-signatures.ts";

/** What the cookie carries; the store decides whether it still means anything. */
interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
}

export interface SessionCookie {
  /** Goes before every handler that reads or writes the cookie. */
  readonly middleware: RequestHandler;
  /** @returns undefined where there is no cookie, or one that nobody here signed */
  read(request: Request, response: Response): SessionClaims | undefined;
  write(request: Request, claims: SessionClaims): void;
  clear(request: Request): void;
}

/**
 * @param options.keys the first signs, all verify
 * @param options.path the API's base, so that the other API never sees the cookie
 */
export function createSessionCookie(options: {
  keys: readonly string[];
  path: string;
  secure: boolean;
}): SessionCookie {
  return {
    middleware: cookieSession({
      name: "session",
      keys: createCookieSignatures(options.keys),
      path: options.path,
      secure: options.secure,
      httpOnly: true,
      sameSite: "lax",
      maxAge: SESSION_LIFETIME_SECONDS * 1000,
    }),

    read(request, response) {
      const { userId, sessionId } = request.session ?? {};
      if (typeof userId !== "string" || typeof sessionId !== "string") return undefined;
      reissueAfterRotation(request, response, { userId, sessionId });
      return { userId, sessionId };
    },

    write(request, claims) {
      request.session = { ...claims };
    },

    clear(request) {
      request.session = null;
    },
  };
}

/**
 * A cookie signed by an older key makes the library renew the signature alone, without the cookie's attributes;
 * writing the session anew sends both, whole.
 */
function reissueAfterRotation(request: Request, response: Response, claims: SessionClaims): void {
  if (response.hasHeader("Set-Cookie")) request.session = { ...claims };
}
