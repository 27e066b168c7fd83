import cookieSession from "cookie-session";
import Cookies from "cookies";
import type { Request } from "express";
import Keygrip from "keygrip";
import type { SessionClaims } from "../domain/session.ts";
import type { Exchange } from "../http/route.ts";
import { createRecentResults } from "../services/recent-results.ts";
import { SESSION_LIFETIME_SECONDS } from "../services/sessions.ts";

export type SessionCookie = ReturnType<typeof createSessionCookie>;

const NAME = "session";
/** At most about 6 MB. A browser sends the same cookies with every request, so they are verified and decoded once. */
const MOST_REMEMBERED = 10_000;
/** A longer header, with many cookies of other programs, is read each time. Remembering it would take too much memory. */
const LONGEST_REMEMBERED = 512;

/**
 * The cookie as cookie-session signs and writes it. Reading is left to the library beneath it, because cookie-session
 * defines accessors on every request, which keep it in memory until the next full garbage collection.
 *
 * @param options.keys the first signs, all verify
 * @param options.path the API's base, so that the other API never sees the cookie
 */
export function createSessionCookie(options: { keys: readonly string[]; path: string; secure: boolean }) {
  const keys = new Keygrip(options.keys);
  const remembered = createRecentResults<SessionClaims>(MOST_REMEMBERED);
  const addSession = cookieSession({
    name: NAME,
    keys,
    path: options.path,
    secure: options.secure,
    httpOnly: true,
    sameSite: "lax",
    maxAge: SESSION_LIFETIME_SECONDS * 1000,
  });

  function assign({ request, response }: Exchange, session: SessionClaims | null): void {
    // Added a second time, the library would write last the value that was assigned first.
    if (request.sessionOptions === undefined) addSession(request, response, () => {});
    request.session = session && { ...session };
  }

  return {
    /**
     * The cookie library would answer 200 without a cookie. Failing makes the mistake visible to the operator.
     *
     * @throws if the cookie is `Secure` and the connection is not
     */
    assertCanTravel(request: Request): void {
      if (!options.secure || request.secure) return;
      throw new Error(
        "a login over plain HTTP can't get its Secure cookie: serve TLS, or set TRUST_PROXY to the number of proxies in front",
      );
    },
    /** @returns undefined without a cookie, or with one that this server did not sign */
    read(exchange: Exchange): SessionClaims | undefined {
      const { request, response } = exchange;
      const header = request.headers.cookie ?? "";
      const known = remembered.get(header);
      if (known !== undefined) return known;
      // Asked for a signed cookie, the library would delete `session.sig` at the path "/", which is another program's.
      const cookies = new Cookies(request, response);
      const value = cookies.get(NAME);
      const signature = cookies.get(`${NAME}.sig`);
      if (!value || !signature) return undefined;
      const key = keys.index(`${NAME}=${value}`, signature);
      const claims = key < 0 ? undefined : decode(value);
      if (claims === undefined) return undefined;
      if (key > 0) assign(exchange, claims);
      else if (header.length <= LONGEST_REMEMBERED) remembered.set(header, claims);
      return claims;
    },
    write: (exchange: Exchange, claims: SessionClaims) => assign(exchange, claims),
    clear: (exchange: Exchange) => assign(exchange, null),
  };
}

function decode(value: string): SessionClaims | undefined {
  try {
    const { userId, sessionId } = JSON.parse(Buffer.from(value, "base64").toString("utf8"));
    if (typeof userId === "string" && typeof sessionId === "string") return { userId, sessionId };
  } catch {
    // The signature is valid, but the content is not a session of this server.
  }
  return undefined;
}
