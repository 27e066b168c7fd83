import type { AuditTrail } from "../domain/audit.ts";
import type { Caller } from "../domain/caller.ts";
import { claimedEmail } from "../domain/email.ts";
import { orRefuse, RateLimitedError } from "../domain/errors.ts";
import type { AuthenticatedUser, User } from "../domain/user.ts";
import type { Counted, RateLimit } from "../repositories/rate-limit-rows.ts";
import type { Store, Transaction } from "../repositories/store.ts";
import type { Accounts } from "./accounts.ts";
import { noteEvent } from "./audit.ts";
import type { Credentials } from "./authenticator.ts";
import { clientNetwork } from "./client-network.ts";
import type { HashingBounds } from "./hashing-bounds.ts";
import type { LoginLimitSettings } from "./login-limits.ts";
import { createLoginLimits } from "./login-limits.ts";
import type { NewSession } from "./sessions.ts";

const FORGOT_PER_EMAIL = { count: 3, seconds: 3_600 };
const FORGOT_PER_ADDRESS = { count: 20, seconds: 3_600 };

/** Requests for a reset link. @param account the normalized email */
export const forgotCount = (account: string): Counted => ({
  policy: "forgot",
  limit: FORGOT_PER_EMAIL,
  by: [account],
  account,
});

/** Null turns a limit off. */
export interface AttemptLimits extends LoginLimitSettings {
  /** Registrations per address. */
  readonly register: RateLimit | null;
}

/** Where the password of a login comes from. */
interface LoginOrigin {
  readonly trail: AuditTrail;
  /** The id of the client's device, which a successful login makes known. */
  readonly device: string;
}

export type Attempts = ReturnType<typeof createAttempts>;

/** Limits on logins, registrations and requests for reset links. Both APIs and all processes share the counts. */
export function createAttempts(
  store: Store,
  accounts: Accounts,
  bounds: HashingBounds,
  limits: AttemptLimits,
) {
  return {
    ...createLogins(store, accounts, bounds, createLoginLimits(store, limits)),

    /** Counts a registration, whether or not it succeeds. @throws {RateLimitedError} */
    async register(address: string | undefined): Promise<void> {
      const { register } = limits;
      if (register === null) return;
      await store.rateLimitCounts.take([
        { policy: "register", limit: register, by: [clientNetwork(address)] },
      ]);
    },

    /**
     * Counts a request for a reset link, whether or not the email has an account.
     *
     * @param account the normalized email
     * @returns whether it is within the limits
     */
    async forget(account: string, address: string | undefined): Promise<boolean> {
      const by = [clientNetwork(address)];
      // The address first: once over its limit, it must not use up the requests of any account.
      const counted = [{ policy: "forgot-address", limit: FORGOT_PER_ADDRESS, by }, forgotCount(account)];
      try {
        await store.rateLimitCounts.take(counted);
        return true;
      } catch (error) {
        if (error instanceof RateLimitedError) return false;
        throw error;
      }
    },
  };
}

/** Checks of passwords, all within the same limits. */
function createLogins(
  store: Store,
  accounts: Accounts,
  bounds: HashingBounds,
  loginLimits: ReturnType<typeof createLoginLimits>,
) {
  /**
   * Checks credentials within the limits. Everything that the outcome changes is stored in one transaction.
   *
   * @param onSuccess stores what else follows from right credentials
   * @returns undefined for wrong credentials
   * @throws {RateLimitedError} before the password is hashed
   * @throws {DomainError} `too-many-requests` if the account or the address has too many logins in progress;
   *   `service-unavailable`. Neither counts as a failure
   */
  async function check(
    credentials: Credentials,
    { trail, device }: LoginOrigin,
    onSuccess: (transaction: Transaction, user: User) => Promise<void>,
  ): Promise<AuthenticatedUser | undefined> {
    // Values that are not emails share one count.
    const account = claimedEmail(credentials.email);
    const userId = (await store.users.find({ email: account }))?.id;
    const claim = { account, userId, network: clientNetwork(trail.address), device };
    // A client over its limit does not wait, because it would take the account's turns from the owner.
    await loginLimits.assertWithin(claim);
    return bounds.run(claim, async (deadline) => {
      await loginLimits.begin(claim, deadline);
      const admit = await accounts.checkCredentials(credentials).catch(async (error: unknown) => {
        await loginLimits.giveUp(claim);
        throw error;
      });
      return store.transaction(async (transaction) => {
        const user = await admit(transaction);
        if (user !== undefined) await onSuccess(transaction, user);
        else await noteEvent(transaction, trail, "login-failed", userId);
        await loginLimits.end(transaction, claim, user?.id);
        return user;
      });
    });
  }

  return {
    /**
     * Logs in the active user with these credentials.
     *
     * @param session starts with the login
     * @throws {RateLimitedError} before the password is hashed
     * @throws {DomainError} `credentials-invalid`; `too-many-requests` and `service-unavailable`, which don't count as
     *   failures
     */
    async logIn(
      credentials: Credentials,
      origin: LoginOrigin,
      session?: NewSession,
    ): Promise<AuthenticatedUser> {
      const user = await check(credentials, origin, async (transaction, { id }) => {
        await session?.store(transaction, id);
        await noteEvent(transaction, origin.trail, "login", id);
      });
      return orRefuse(user, "credentials-invalid");
    },

    /**
     * Changes the caller's password after a check of the current one, which counts as a login but is not recorded as one.
     *
     * @throws {DomainError} `password-incorrect`, `too-many-requests`, `api-token-not-allowed`, `service-unavailable`
     */
    async changeOwnPassword(
      caller: Caller,
      { current, next }: { readonly current: string; readonly next: string },
      origin: LoginOrigin,
    ): Promise<User> {
      const credentials = { email: caller.user.email, password: current };
      const user = orRefuse(await check(credentials, origin, async () => {}), "password-incorrect");
      return accounts.changePassword(user, next, origin.trail);
    },
  };
}
