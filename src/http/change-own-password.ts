import type { AuditTrail } from "../domain/audit.ts";
import type { Caller } from "../domain/caller.ts";
import { DomainError } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";
import type { DeviceCookie } from "./device-cookie.ts";
import type { Exchange } from "./route.ts";

/** The part of an API's services that the change needs. */
interface PasswordChangeServices<Proven extends User> {
  readonly attempts: {
    logIn(
      credentials: { readonly email: string; readonly password: string },
      options: { readonly trail: AuditTrail; readonly device: string | undefined; readonly isProof: true },
    ): Promise<{ readonly user: Proven | undefined; readonly device: string }>;
  };
  readonly accounts: {
    changePassword(
      proven: Proven,
      change: { readonly password: string; readonly trail: AuditTrail },
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
  call: Exchange & { readonly caller: Caller; readonly trail: AuditTrail },
  passwords: { readonly current: string; readonly next: string },
): Promise<User> {
  const { caller, trail } = call;
  const credentials = { email: caller.user.email, password: passwords.current };
  const how = { trail, device: deviceCookie.read(call), isProof: true } as const;
  const { user, device } = await attempts.logIn(credentials, how);
  if (user === undefined) throw new DomainError("password-incorrect");
  deviceCookie.write(call, device);
  return accounts.changePassword(user, { password: passwords.next, trail }, caller);
}
