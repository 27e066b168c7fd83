import type { User } from "../domain/user.ts";
import type { Repositories, Store } from "../repositories/store.ts";
import type { Place } from "./known-places.ts";
import { beginFromPlace, giveUpFromPlace, isKnownPlace, rememberPlace } from "./known-places.ts";
import type { Counted, RateLimit } from "./rate-limiter.ts";
import { assertWithinLimits, beginAttempt, beginInTime, endAttempt } from "./rate-limiter.ts";

/** How many failed logins are allowed; null turns a limit off. */
export interface LoginLimitSettings {
  /** Per address and email. */
  readonly login: RateLimit | null;
  /** Per address, whatever the email. */
  readonly loginAddress: RateLimit | null;
  /** Per account, whatever the address. Where the account is known, it does not apply. */
  readonly loginAccount: RateLimit | null;
}

/** Which account somebody wants to log in to, and from where. */
export interface LoginClaim extends Place {
  /** The email as an account would have it; emails without an account count alike. */
  readonly account: string;
  readonly userId: string | undefined;
}

/** A login that has begun; one of these ends it. */
interface LoginAttempt {
  /**
   * Counts the outcome as part of its transaction.
   *
   * @param user whom the login lets in; without one it has failed
   * @param device the id that the client's device has from now on
   */
  end(repositories: Repositories, user: User | undefined, device: string): Promise<void>;
  /** The password was never judged, so nothing counts. */
  giveUp(): Promise<void>;
}

/** Failed logins, counted in the store: one count for both APIs and all processes. */
export interface LoginLimits {
  /** Reads only. @throws {RateLimitedError} */
  assertWithin(claim: LoginClaim): Promise<void>;
  /**
   * Begins a login once no attempt in progress can exceed a limit before it.
   *
   * @param deadline on the clock of `performance.now`
   * @throws {RateLimitedError}
   * @throws {DomainError} `too-many-requests` where the wait is too long; `service-unavailable`, since what can't be
   *   counted is not let through
   */
  begin(claim: LoginClaim, deadline: number): Promise<LoginAttempt>;
}

/** More than anybody fails, and still a number to every engine. */
const UNLIMITED = 2_000_000_000;

export function createLoginLimits(store: Store, settings: LoginLimitSettings): LoginLimits {
  return {
    async assertWithin(claim) {
      const isKnown = await isKnownPlace(store.knownPlaces, claim.userId, claim);
      await assertWithinLimits(store.rateLimitCounts, countsOf(settings, claim, isKnown));
    },

    async begin(claim, deadline) {
      const { userId } = claim;
      const begin = () =>
        store.transaction(async ({ knownPlaces, rateLimitCounts }) => {
          const isKnown = await beginFromPlace(knownPlaces, userId, claim);
          await beginAttempt(rateLimitCounts, countsOf(settings, claim, isKnown));
        });
      await beginInTime(begin, deadline);
      const counts = countsOf(settings, claim);
      return {
        // The places before the counts, as at the beginning: two orders would have PostgreSQL end one of two attempts.
        async end({ knownPlaces, rateLimitCounts }, user, device) {
          if (user !== undefined) await rememberPlace(knownPlaces, user.id, { ...claim, device });
          await endAttempt(rateLimitCounts, counts, ({ policy }) =>
            user === undefined ? "used" : policy === "login" ? "cleared" : "free",
          );
        },
        giveUp: () =>
          store.transaction(async ({ knownPlaces, rateLimitCounts }) => {
            await giveUpFromPlace(knownPlaces, userId, claim);
            await endAttempt(rateLimitCounts, counts, () => "free");
          }),
      };
    },
  };
}

/** @param isKnown whether the account is known where the claim comes from, so that its own limit refuses nothing */
function countsOf(
  { login, loginAddress, loginAccount }: LoginLimitSettings,
  { account, network }: LoginClaim,
  isKnown = false,
): Counted[] {
  const counts: Counted[] = [];
  if (login !== null) counts.push({ policy: "login", limit: login, by: [network, account], account });
  if (loginAddress !== null) counts.push({ policy: "login-address", limit: loginAddress, by: [network] });
  if (loginAccount !== null) {
    const limit = isKnown ? { ...loginAccount, count: UNLIMITED } : loginAccount;
    counts.push({ policy: "login-account", limit, by: [account], account });
  }
  return counts;
}
