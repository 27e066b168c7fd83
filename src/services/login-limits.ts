import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "../domain/errors.ts";
import type { Place } from "../repositories/known-place-rows.ts";
import type { Counted, RateLimit } from "../repositories/rate-limit-rows.ts";
import { AttemptsInProgress } from "../repositories/rate-limit-rows.ts";
import type { Repositories, Store } from "../repositories/store.ts";

/** The numbers of allowed failed logins; null turns a limit off. */
export interface LoginLimitSettings {
  /** Per address and email. */
  readonly login: RateLimit | null;
  /** Per address, for all emails together. */
  readonly loginAddress: RateLimit | null;
  /** Per account, for all addresses together. It does not apply in places where the account is known. */
  readonly loginAccount: RateLimit | null;
}

/** The account of a login, and the place that it comes from. */
export interface LoginClaim extends Place {
  /** The normalized email. Emails without an account are counted too. */
  readonly account: string;
}

/** More failures than ever occur, and within the integer range of both engines. */
const UNLIMITED = 2_000_000_000;
/** Other processes end attempts too, so the store has to be polled. */
const POLL_MS = 20;

/** Failed logins, counted in the store: one count for both APIs and all processes. */
export function createLoginLimits(store: Store, settings: LoginLimitSettings) {
  return {
    /** Reads only. @throws {RateLimitedError} */
    async assertWithin(claim: LoginClaim): Promise<void> {
      const isKnown = await store.knownPlaces.isKnown(claim);
      await store.rateLimitCounts.assertWithin(countsOf(settings, claim, isKnown));
    },

    /**
     * Begins a login once no attempt in progress can exceed a limit before it. It must then be ended or given up.
     *
     * @param deadline on the clock of `performance.now`
     * @throws {RateLimitedError}
     * @throws {DomainError} `too-many-requests` if the wait is too long; `service-unavailable`, because a login that
     *   can't be counted is refused
     */
    begin: (claim: LoginClaim, deadline: number) =>
      beginInTime(deadline, () =>
        store.transaction(async ({ knownPlaces, rateLimitCounts }) => {
          const isKnown = await knownPlaces.begin(claim);
          await rateLimitCounts.begin(countsOf(settings, claim, isKnown));
        }),
      ),

    /**
     * Counts the outcome as part of its transaction.
     *
     * @param userId the user who is logged in; undefined if the login failed
     */
    async end({ knownPlaces, rateLimitCounts }: Repositories, claim: LoginClaim, userId: string | undefined) {
      // Places before counts, as at the beginning: two orders could deadlock, and PostgreSQL would abort an attempt.
      if (userId !== undefined) await knownPlaces.remember({ ...claim, userId });
      await rateLimitCounts.end(countsOf(settings, claim), ({ policy }) =>
        userId === undefined ? "used" : policy === "login" ? "cleared" : "free",
      );
    },

    /** Ends a login without counting it, because the password was not checked. */
    giveUp: (claim: LoginClaim) =>
      store.transaction(async ({ knownPlaces, rateLimitCounts }) => {
        await knownPlaces.giveUp(claim);
        await rateLimitCounts.end(countsOf(settings, claim), () => "free");
      }),
  };
}

/** Tries to begin, and retries while other attempts are in progress. */
async function beginInTime(deadline: number, begin: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await begin();
    } catch (error) {
      if (!(error instanceof AttemptsInProgress)) throw error;
      if (performance.now() > deadline) throw new DomainError("too-many-requests", { cause: error });
      await sleep(POLL_MS);
    }
  }
}

/** @param isKnown whether the account is known at the place, so that the limit per account does not apply */
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
