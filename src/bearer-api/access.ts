import type { Request } from "express";
import type { Caller } from "../domain/caller.ts";
import { assertMayChangeAccess } from "../domain/caller.ts";
import { DomainError } from "../domain/errors.ts";
import { assertMayWrite, isAdmin } from "../domain/user.ts";
import { bearerCredential } from "../http/bearer-credential.ts";
import { rememberCaller } from "../http/request-log.ts";
import type { AccessRule, Exchange } from "../http/route.ts";
import { isUserTokenValue } from "../services/user-tokens.ts";
import type { Services } from "./services.ts";

const BEARER = [{ bearerToken: [] }];
const user = {
  identify: requireUser,
  security: BEARER,
  refusals: [
    "token-missing",
    new DomainError("token-invalid", { detail: "jwt expired" }),
    "token-payload-invalid",
    "token-user-not-found",
  ],
} as const satisfies AccessRule<Services>;

/** A leaked API token must not end its owner's access. Checked before everything else in the request. */
const accountOwner = {
  ...user,
  identify: requireAccountOwner,
  refusals: [...user.refusals, "api-token-not-allowed"],
} as const satisfies AccessRule<Services>;

/** By a JWT only: a leaked API token must not renew itself. */
const userWithJwt = { ...user, identify: requireJwt };

/** Who may call a route of the bearer API. */
export const ACCESS = {
  anyone: { identify: () => undefined, security: [], refusals: [] },
  /** Anyone, within the limit of registrations from one address. */
  newcomer: {
    identify: ({ attempts }: Services, { request }: Exchange) => attempts.register(request.ip),
    security: [],
    refusals: ["too-many-requests"],
  },
  user,
  accountOwner,
  /** A user; an admin where the query asks for users by state. */
  userLister: { ...user, identify: requireLister, refusals: [...user.refusals, "admin-required"] },
  userWithJwt,
  writer: writing(user),
  writerWithJwt: writing(userWithJwt),
  admin: { ...user, identify: requireAdmin, refusals: [...user.refusals, "admin-required"] },
} as const satisfies Record<string, AccessRule<Services>>;

/** The same without guests, who only read. */
function writing({ identify, security, refusals }: typeof user) {
  return {
    async identify(services: Services, exchange: Exchange) {
      const caller = await identify(services, exchange);
      assertMayWrite(caller.user);
      return caller;
    },
    security,
    refusals: [...refusals, "guest-may-not-write"],
  } as const;
}

/** @throws {DomainError} `token-missing`, `token-invalid`, `token-payload-invalid`, `token-user-not-found` */
async function requireUser({ tokens, userTokens }: Services, { request }: Exchange): Promise<Caller> {
  const credential = readCredential(request);
  const caller: Caller = isUserTokenValue(credential)
    ? { user: await userTokens.authenticate(credential), credential: "api-token" }
    : { user: await tokens.authenticate(credential), credential: "jwt" };
  rememberCaller(request, caller.user.id);
  return caller;
}

async function requireAccountOwner(services: Services, exchange: Exchange): Promise<Caller> {
  const caller = await requireUser(services, exchange);
  assertMayChangeAccess(caller, caller.user.id);
  return caller;
}

async function requireJwt(services: Services, exchange: Exchange): Promise<Caller> {
  const caller = await requireUser(services, exchange);
  if (caller.credential !== "jwt") throw new DomainError("token-payload-invalid");
  return caller;
}

async function requireAdmin(services: Services, exchange: Exchange): Promise<Caller> {
  const caller = await requireUser(services, exchange);
  if (!isAdmin(caller.user)) throw new DomainError("admin-required");
  return caller;
}

async function requireLister(services: Services, exchange: Exchange): Promise<Caller> {
  return exchange.request.query["status"] === undefined
    ? requireUser(services, exchange)
    : requireAdmin(services, exchange);
}

function readCredential(request: Request): string {
  const credential = bearerCredential(request);
  if (credential === undefined || credential === "") throw new DomainError("token-missing");
  return credential;
}
