import type { AuditTrail } from "../domain/audit.ts";
import type { Caller } from "../domain/caller.ts";
import type { Client } from "../domain/client.ts";
import { DomainError } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";
import type { DeviceCookie } from "./device-cookie.ts";
import { audit, trailOf } from "./request-log.ts";
import type { Exchange } from "./route.ts";

/** The part of an API's services that the change needs. */
interface PasswordChangeServices<Proven extends User> {
  readonly attempts: {
    logIn(
      credentials: { readonly email: string; readonly password: string },
      client: Client,
      options: { readonly trail: AuditTrail; readonly isProof: true },
    ): Promise<{ readonly user: Proven | undefined; readonly device: string }>;
  };
  readonly accounts: {
    changePassword(
      proven: Proven,
      change: { readonly password: string; readonly address: string | undefined; readonly trail: AuditTrail },
      by: Caller,
    ): Promise<User>;
  };
  readonly deviceCookie: DeviceCookie;
}

/**
 * Changes the caller's password after a check of the current one, which counts as a login.
 *
 * @throws {DomainError} `password-incorrect`, `too-many-requests`, `validation-failed` for a common password,
 *   `service-unavailable`
 */
export async function changeOwnPassword<Proven extends User>(
  { accounts, attempts, deviceCookie }: PasswordChangeServices<Proven>,
  { request, response, caller }: Exchange & { readonly caller: Caller },
  passwords: { readonly current: string; readonly next: string },
): Promise<User> {
  const client = deviceCookie.readClient({ request, response });
  const { email, id: userId } = caller.user;
  const trail = trailOf({ request, response });
  const proof = await attempts.logIn({ email, password: passwords.current }, client, {
    trail,
    isProof: true,
  });
  if (proof.user === undefined) {
    audit(request, response, "login-failed", { userId });
    throw new DomainError("password-incorrect");
  }
  deviceCookie.write({ request, response }, proof.device);
  const change = { password: passwords.next, address: client.address, trail };
  const changed = await accounts.changePassword(proof.user, change, caller);
  audit(request, response, "password-change", { userId });
  return changed;
}
