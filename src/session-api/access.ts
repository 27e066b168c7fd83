import type { Caller } from "../domain/caller.ts";
import { assertMayEndAccess } from "../domain/caller.ts";
import { DomainError, orRefuse } from "../domain/errors.ts";
import { assertMayWrite, isAdmin } from "../domain/user.ts";
import { bearerCredential } from "../http/bearer-credential.ts";
import { rememberCaller } from "../http/request-log.ts";
import type { Access, Exchange } from "../http/route.ts";
import { restrict } from "../http/route.ts";
import type { Services } from "./route.ts";

/** Who may call a route of the session API. A bad token is refused everywhere but at `GET /auth/me`. */
type Rule<Who = Caller> = Access<Services, Who>;

const BEARER = { bearerToken: [] };
const COOKIE = { sessionCookie: [] };
const BAD_TOKEN = ["token-missing", "token-invalid", "token-user-not-found"] as const;

export const anyone: Rule<unknown> = { identify: findTokenCaller, security: [], refusals: BAD_TOKEN };

/** Anyone to whom a session cookie can be sent. A token must be valid, but its user is not the caller. */
export const visitor: Rule<void> = {
  ...anyone,
  async identify(services, exchange) {
    services.cookie.assertCanTravel(exchange.request);
    await findTokenCaller(services, exchange);
  },
};

/** A visitor within the limit of registrations from one address. */
export const newcomer = restrict(visitor, "too-many-requests", (_visitor, { request }, { attempts }) =>
  attempts.register(request.ip),
);

export const anyoneOrCaller: Rule<Caller | undefined> = {
  identify: findCaller,
  security: [{}, COOKIE, BEARER],
  refusals: BAD_TOKEN,
};

export const caller: Rule = {
  identify: async (services, exchange) => orRefuse(await findCaller(services, exchange), "not-logged-in"),
  security: [COOKIE, BEARER],
  refusals: ["not-logged-in", ...BAD_TOKEN],
};

/** A leaked API token must not end its owner's access. Checked before everything else in the request. */
export const accountOwner = restrict(caller, "api-token-not-allowed", (owner) =>
  assertMayEndAccess(owner, owner.user),
);

/** By the cookie only. */
export const session: Rule = {
  identify: async (services, exchange) =>
    orRefuse(await findSessionCaller(services, exchange), "not-logged-in"),
  security: [COOKIE],
  refusals: ["not-logged-in"],
};

/** Guests only read. */
export const writer = restrict(caller, "guest-may-not-write", ({ user }) => assertMayWrite(user));

export const admin: Rule = {
  ...restrict(caller, "forbidden", ({ user }) => {
    if (!isAdmin(user)) throw new DomainError("forbidden");
  }),
  who: "For admins.",
};

/** The user whom the path names, or an admin. */
const self: Rule = {
  ...restrict(caller, "forbidden", ({ user }, { id }) => {
    if (user.id !== id && !isAdmin(user)) throw new DomainError("forbidden");
  }),
  who: "For the user and admins.",
};

const openToAnyone = { ...anyoneOrCaller, who: "For anyone: the server runs with open access." };

/** Who may use the user routes. */
export interface UserAccess {
  readonly reader: Rule<Caller | undefined>;
  readonly creator: Rule<Caller | undefined>;
  readonly editor: Rule<Caller | undefined>;
}

/** By `SESSION_API_ACCESS`. */
export const USER_ACCESS: Readonly<Record<"open" | "protected", UserAccess>> = {
  open: { reader: anyoneOrCaller, creator: openToAnyone, editor: openToAnyone },
  protected: { reader: caller, creator: admin, editor: self },
};

/** A bearer token takes precedence over a cookie. */
async function findCaller(services: Services, exchange: Exchange): Promise<Caller | undefined> {
  const caller = await findTokenCaller(services, exchange);
  return caller === undefined
    ? findSessionCaller(services, exchange)
    : rememberCaller(exchange.response, caller);
}

/** @throws {DomainError} `token-missing`, `token-invalid`, `token-payload-invalid`, `token-user-not-found` */
async function findTokenCaller({ tokens }: Services, { request }: Exchange): Promise<Caller | undefined> {
  const token = bearerCredential(request);
  if (token === "") throw new DomainError("token-missing");
  return token === undefined ? undefined : tokens.authenticate(token);
}

async function findSessionCaller(
  { sessions, cookie }: Services,
  exchange: Exchange,
): Promise<Caller | undefined> {
  const claims = cookie.read(exchange);
  if (claims === undefined) return undefined;
  const { sessionId } = claims;
  const user = await sessions.findUser(sessionId);
  return user && rememberCaller(exchange.response, { user, credential: "session", sessionId });
}
