import { randomUUID } from "node:crypto";
import type { AuditTrail } from "../domain/audit.ts";
import type { Client } from "../domain/client.ts";
import { normalizeEmail } from "../domain/email.ts";
import { RateLimitedError } from "../domain/errors.ts";
import { isStorable } from "../domain/text.ts";
import type { User } from "../domain/user.ts";
import type { Repositories, Store } from "../repositories/store.ts";
import type { Accounts } from "./accounts.ts";
import { noteEvent } from "./audit.ts";
import type { Credentials, LoginOutcome } from "./authenticator.ts";
import { clientNetwork } from "./client-network.ts";
import type { HashingBounds } from "./hashing-bounds.ts";
import { rememberPlace } from "./known-places.ts";
import type { LoginClaim, LoginLimitSettings } from "./login-limits.ts";
import { createLoginLimits } from "./login-limits.ts";
import type { RateLimit } from "./rate-limiter.ts";
import { clearCounts, takeAttempt } from "./rate-limiter.ts";

const FORGOT_PER_EMAIL = { count: 3, seconds: 3_600 };
const FORGOT_PER_ADDRESS = { count: 20, seconds: 3_600 };

/** Null turns a limit off. */
export interface AttemptLimits extends LoginLimitSettings {
  /** Registrations per address. */
  readonly register: RateLimit | null;
}

/** How the audit notes a login. */
interface LoginNote {
  readonly trail: AuditTrail;
  /** Whether a right password is all that it takes, so that the entry is stored here. */
  readonly endsHere?: boolean;
}

/** What a stranger may try only so often: one count for both APIs and all processes. */
export interface Attempts {
  /**
   * Lets in the active user with these credentials.
   *
   * @param note stores an audit entry with what is counted
   * @returns the outcome, and the id of the device for its cookie
   * @throws {RateLimitedError} before the password costs anything
   * @throws {DomainError} `too-many-requests` where the account or the address has too many logins in progress;
   *   `service-unavailable`. Neither counts as a failure
   */
  logIn(
    credentials: Credentials,
    client: Client,
    note?: LoginNote,
  ): Promise<LoginOutcome & { readonly device: string }>;
  /** Counts a registration, whatever becomes of it. @throws {RateLimitedError} */
  register(address: string | undefined): Promise<void>;
  /**
   * Counts a request for a reset link, whether or not the email has an account.
   *
   * @param account the email as an account would have it
   * @returns whether it is within the limits
   */
  forget(account: string, address: string | undefined): Promise<boolean>;
  /** Forgets the failed logins of an account, whose owner has just set a new password. */
  clearFailures(email: string): Promise<void>;
  /** Makes a new account known where it was registered. @returns the id of the device for its cookie */
  rememberRegistration(user: User, client: Client): Promise<string>;
}

export function createAttempts(
  store: Store,
  accounts: Accounts,
  bounds: HashingBounds,
  limits: AttemptLimits,
): Attempts {
  const loginLimits = createLoginLimits(store, limits);
  const sweep = createSweep(store);

  return {
    async logIn(credentials, client, note) {
      await sweep();
      const claim = await readClaim(store, credentials, client);
      const device = client.device ?? randomUUID();
      // Who is refused anyway does not wait, or they would take the account's turns from its owner.
      await loginLimits.assertWithin(claim);
      return bounds.run(claim, async (deadline) => {
        const attempt = await loginLimits.begin(claim, deadline);
        const outcome = await accounts.authenticate(credentials).catch(async (error: unknown) => {
          await attempt.giveUp();
          throw error;
        });
        const { user, accountId } = outcome;
        const trail = user === undefined || note?.endsHere ? note?.trail : undefined;
        const noteLogin = (repositories: Repositories) =>
          noteEvent(repositories, trail, user === undefined ? "login-failed" : "login", accountId);
        if (user === undefined) await attempt.fail(noteLogin);
        else await attempt.succeed(user, device, noteLogin);
        return { ...outcome, device };
      });
    },

    async register(address) {
      const { register } = limits;
      if (register === null) return;
      await sweep();
      const counted = { policy: "register", limit: register, by: [clientNetwork(address)] };
      await takeAttempt(store.rateLimitCounts, [counted]);
    },

    async forget(account, address) {
      await sweep();
      const by = [clientNetwork(address)];
      // The address first: past its limit it must not use up the requests of any account.
      const counted = [
        { policy: "forgot-address", limit: FORGOT_PER_ADDRESS, by },
        { policy: "forgot", limit: FORGOT_PER_EMAIL, by: [account], account },
      ];
      return takeAttempt(store.rateLimitCounts, counted).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RateLimitedError) return false;
          throw error;
        },
      );
    },

    async clearFailures(email) {
      await clearCounts(store.rateLimitCounts, normalizeEmail(email));
    },

    async rememberRegistration(user, { address, device = randomUUID() }) {
      const place = { network: clientNetwork(address), device };
      await store.transaction(({ knownPlaces }) => rememberPlace(knownPlaces, user.id, place));
      return device;
    },
  };
}

async function readClaim(
  store: Store,
  { email }: Credentials,
  { address, device }: Client,
): Promise<LoginClaim> {
  // Values that are not emails share one count.
  const account = typeof email === "string" && isStorable(email) ? normalizeEmail(email) : "";
  const user = await store.users.findByEmail(account);
  return { account, userId: user?.id, network: clientNetwork(address), device };
}

const SWEEP_INTERVAL_MS = 60_000;

/** Deletes what has run out, once a minute at most. */
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
