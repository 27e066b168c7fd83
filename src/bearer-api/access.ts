import type { Caller } from "../domain/caller.ts";
import { assertMayEndAccess } from "../domain/caller.ts";
import { DomainError } from "../domain/errors.ts";
import { assertMayWrite, isAdmin } from "../domain/user.ts";
import { bearerCredential } from "../http/bearer-credential.ts";
import { rememberCaller } from "../http/request-log.ts";
import type { Access, Exchange } from "../http/route.ts";
import { restrict } from "../http/route.ts";
import type { Services } from "./route.ts";

/** Who may call a route of the bearer API. */
type Rule<Who = Caller> = Access<Services, Who>;

export const anyone: Rule<void> = { identify: () => undefined, security: [], refusals: [] };

/** Anyone, within the limit of registrations from one address. */
export const newcomer = restrict(anyone, "too-many-requests", (_anyone, { request }, { attempts }) =>
  attempts.register(request.ip),
);

export const user: Rule = {
  identify: requireUser,
  security: [{ bearerToken: [] }],
  refusals: [
    "token-missing",
    new DomainError("token-invalid", { detail: "jwt expired" }),
    "token-payload-invalid",
    "token-user-not-found",
  ],
};

/** A leaked API token must not end its owner's access. Checked before everything else in the request. */
export const accountOwner = restrict(user, "api-token-not-allowed", (caller) =>
  assertMayEndAccess(caller, caller.user),
);

/** A user; an admin if the query asks for users by state. */
export const userLister = restrict(user, "admin-required", (caller, { request }) => {
  if (request.query["status"] !== undefined) assertAdmin(caller);
});

/** By a JWT only: a leaked API token must not renew itself. */
export const userWithJwt = restrict(user, "token-payload-invalid", ({ credential }) => {
  if (credential !== "jwt") throw new DomainError("token-payload-invalid");
});

/** Guests only read. */
export const writer = restrict(user, "guest-may-not-write", (caller) => assertMayWrite(caller.user));

export const writerWithJwt = restrict(userWithJwt, "guest-may-not-write", (caller) =>
  assertMayWrite(caller.user),
);

export const admin = restrict(user, "admin-required", assertAdmin);

/** @throws {DomainError} `token-missing`, `token-invalid`, `token-payload-invalid`, `token-user-not-found` */
async function requireUser({ tokens }: Services, { request, response }: Exchange): Promise<Caller> {
  const credential = bearerCredential(request);
  if (credential === undefined || credential === "") throw new DomainError("token-missing");
  return rememberCaller(response, await tokens.authenticate(credential));
}

function assertAdmin({ user }: Caller): void {
  if (!isAdmin(user)) throw new DomainError("admin-required");
}
