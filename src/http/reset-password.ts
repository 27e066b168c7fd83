import type { AuditTrail } from "../domain/audit.ts";
import type { User } from "../domain/user.ts";
import { audit, auditRefusal, trailOf } from "./request-log.ts";
import type { Exchange } from "./route.ts";

/** The part of an API's services that a reset needs. */
interface ResetServices {
  readonly passwordResets: {
    assertGood(token: string): Promise<void>;
    reset(request: {
      readonly token: string;
      readonly password: string;
      readonly address: string | undefined;
      readonly trail: AuditTrail;
    }): Promise<User>;
  };
}

/** @throws {DomainError} `reset-token-invalid`, which becomes an audit line */
export const assertGoodReset = (
  { passwordResets }: ResetServices,
  exchange: Exchange,
  token: string,
): Promise<void> => auditFailure(exchange, passwordResets.assertGood(token));

/**
 * Sets a new password by a reset token.
 *
 * @throws {DomainError} `reset-token-invalid`, `too-many-requests`, `validation-failed` for a common password,
 *   `service-unavailable`
 */
export async function resetPassword(
  { passwordResets }: ResetServices,
  exchange: Exchange,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  const address = exchange.request.ip;
  const reset = passwordResets.reset({ token, password, address, trail: trailOf(exchange) });
  const { id: userId } = await auditFailure(exchange, reset);
  audit(exchange.request, exchange.response, "password-reset", { userId });
}

const auditFailure = <Result>({ request, response }: Exchange, work: Promise<Result>): Promise<Result> =>
  auditRefusal(request, response, "password-reset-failed", work);
