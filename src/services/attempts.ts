import { randomUUID } from "node:crypto";
import type { AuditTrail } from "../domain/audit.ts";
import type { Caller } from "../domain/caller.ts";
import { claimedEmail, normalizeEmail } from "../domain/email.ts";
import { DomainError, RateLimitedError } from "../domain/errors.ts";
import type { User } from "../domain/user.ts";
import type { RateLimit } from "../repositories/rate-limit-rows.ts";
import type { Store } from "../repositories/store.ts";
import type { Accounts } from "./accounts.ts";
import { noteEvent } from "./audit.ts";
import type { Credentials } from "./authenticator.ts";
import { clientNetwork } from "./client-network.ts";
import type { HashingBounds } from "./hashing-bounds.ts";
import type { LoginClaim, LoginLimitSettings } from "./login-limits.ts";
import { createLoginLimits } from "./login-limits.ts";
import type { NewSession } from "./sessions.ts";

const FORGOT_PER_EMAIL = { count: 3, seconds: 3_600 };
const FORGOT_PER_ADDRESS = { count: 20, seconds: 3_600 };

/** Null turns a limit off. */
export interface AttemptLimits extends LoginLimitSettings {
  /** Registrations per address. */
  readonly register: RateLimit | null;
}

interface LoginOptions {
  readonly trail: AuditTrail;
  /** The id of the client's device, if the request proves one. */
  readonly device: string | undefined;
  /** The session that starts with the login. */
  readonly session?: NewSession;
  /** The password only confirms the caller's identity: a correct one is not recorded as a login. */
  readonly isProof?: boolean;
}

export type Attempts = ReturnType<typeof createAttempts>;

/** Limits on logins, registrations and requests for reset links. Both APIs and all processes share the counts. */
export function createAttempts(
  store: Store,
  accounts: Accounts,
  bounds: HashingBounds,
  limits: AttemptLimits,
) {
  const sweep = createSweep(store);

  return {
    ...createLogins(store, accounts, bounds, createLoginLimits(store, limits), sweep),

    /** Counts a registration, whether or not it succeeds. @throws {RateLimitedError} */
    async register(address: string | undefined): Promise<void> {
      const { register } = limits;
      if (register === null) return;
      await sweep();
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
      await sweep();
      const by = [clientNetwork(address)];
      // The address first: once over its limit, it must not use up the requests of any account.
      const counted = [
        { policy: "forgot-address", limit: FORGOT_PER_ADDRESS, by },
        { policy: "forgot", limit: FORGOT_PER_EMAIL, by: [account], account },
      ];
      try {
        await store.rateLimitCounts.take(counted);
        return true;
      } catch (error) {
        if (error instanceof RateLimitedError) return false;
        throw error;
      }
    },

    /** Deletes the count of failed logins of an account whose owner has just set a new password. */
    clearFailures: (email: string) => store.rateLimitCounts.clear(normalizeEmail(email)),

    /** Makes a new account known where it was registered. @returns the id of the device for its cookie */
    async rememberRegistration(
      user: User,
      { trail, device = randomUUID() }: Pick<LoginOptions, "trail" | "device">,
    ): Promise<string> {
      const place = { userId: user.id, network: clientNetwork(trail.address), device };
      await store.transaction(({ knownPlaces }) => knownPlaces.remember(place));
      return device;
    },
  };
}

/** Checks of passwords, all within the same limits. */
function createLogins(
  store: Store,
  accounts: Accounts,
  bounds: HashingBounds,
  loginLimits: ReturnType<typeof createLoginLimits>,
  sweep: () => Promise<void>,
) {
  /**
   * Logs in the active user with these credentials. Everything that the outcome changes is stored in one transaction.
   *
   * @returns the user, if the credentials are right, and the id of the device for its cookie
   * @throws {RateLimitedError} before the password is hashed
   * @throws {DomainError} `too-many-requests` if the account or the address has too many logins in progress;
   *   `service-unavailable`. Neither counts as a failure
   */
  async function logIn(credentials: Credentials, { trail, device, session, isProof = false }: LoginOptions) {
    await sweep();
    const claim = await readClaim(store, credentials, clientNetwork(trail.address), device);
    // A client over its limit does not wait, because it would take the account's turns from the owner.
    await loginLimits.assertWithin(claim);
    return bounds.run(claim, async (deadline) => {
      const attempt = await loginLimits.begin(claim, deadline);
      const { accountId, admit } = await accounts
        .checkCredentials(credentials)
        .catch(async (error: unknown) => {
          await attempt.giveUp();
          throw error;
        });
      const newDevice = device ?? randomUUID();
      const user = await store.transaction(async (repositories) => {
        const admitted = await admit(repositories);
        if (admitted !== undefined) await session?.store(repositories, admitted);
        await attempt.end(repositories, admitted, newDevice);
        if (admitted === undefined) await noteEvent(repositories, trail, "login-failed", accountId);
        else if (!isProof) await noteEvent(repositories, trail, "login", accountId);
        return admitted;
      });
      return { user, device: newDevice };
    });
  }

  return {
    logIn,

    /**
     * Changes the caller's password after a check of the current one, which counts as a login.
     *
     * @returns the user, and the id of the device for its cookie
     * @throws {DomainError} `password-incorrect`, `too-many-requests`, `validation-failed` for a common password,
     *   `api-token-not-allowed`, `service-unavailable`
     */
    async changeOwnPassword(
      caller: Caller,
      { current, next }: { readonly current: string; readonly next: string },
      { trail, device }: Pick<LoginOptions, "trail" | "device">,
    ) {
      const credentials = { email: caller.user.email, password: current };
      const proof = await logIn(credentials, { trail, device, isProof: true });
      if (proof.user === undefined) throw new DomainError("password-incorrect");
      const user = await accounts.changePassword(proof.user, { password: next, trail }, caller);
      return { user, device: proof.device };
    },
  };
}

async function readClaim(
  store: Store,
  { email }: Credentials,
  network: string,
  device: string | undefined,
): Promise<LoginClaim> {
  // Values that are not emails share one count.
  const account = claimedEmail(email);
  const user = await store.users.find({ email: account });
  return { account, userId: user?.id, network, device };
}

const SWEEP_INTERVAL_MS = 60_000;

/** Deletes expired rows, at most once a minute. */
function createSweep({ rateLimitCounts, knownPlaces }: Store): () => Promise<void> {
  let sweptAt = 0;
  return async () => {
    const now = new Date();
    if (Math.abs(now.getTime() - sweptAt) < SWEEP_INTERVAL_MS) return;
    sweptAt = now.getTime();
    await rateLimitCounts.deleteExpired(now);
    await knownPlaces.deleteExpired(now);
  };
}
