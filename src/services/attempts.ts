import { normalizeEmail } from "../domain/email.ts";
import type { Store } from "../repositories/store.ts";
import type { Accounts, Credentials, LoginOutcome } from "./accounts.ts";
import { clientNetwork } from "./client-network.ts";
import type { Counted, RateLimit } from "./rate-limiter.ts";
import { createRateLimiter } from "./rate-limiter.ts";

/** Null turns a limit off. */
export interface AttemptLimits {
  /** Failed logins per address and email. */
  readonly login: RateLimit | null;
  /** Failed logins per address, whatever the email. */
  readonly loginAddress: RateLimit | null;
  /** Registrations per address. */
  readonly register: RateLimit | null;
}

/** What a stranger may try only so often: one count for both APIs and all processes. */
export interface Attempts {
  /**
   * Lets in the active user with these credentials.
   *
   * @param address the client's, as the server sees it
   * @throws {RateLimitedError} before the password costs anything
   * @throws {DomainError} `service-unavailable`, which does not count as a failure
   */
  logIn(credentials: Credentials, address: string | undefined): Promise<LoginOutcome>;
  /** Counts a registration, whatever becomes of it. @throws {RateLimitedError} */
  register(address: string | undefined): Promise<void>;
}

export function createAttempts(store: Store, accounts: Accounts, limits: AttemptLimits): Attempts {
  const limiter = createRateLimiter(store);

  return {
    async logIn(credentials, address) {
      // Before the password is checked, so that guesses sent at once get no more tries than one by one.
      const places = await limiter.take(countLogin(limits, credentials, clientNetwork(address)));
      const outcome = await accounts.authenticate(credentials).catch(async (error: unknown) => {
        await places.giveBack();
        throw error;
      });
      if (outcome.user !== undefined) await places.succeed();
      return outcome;
    },

    async register(address) {
      if (limits.register === null) return;
      const by = [clientNetwork(address)];
      await limiter.take([{ policy: "register", limit: limits.register, by, isClearedBySuccess: false }]);
    },
  };
}

function countLogin(
  { login, loginAddress }: AttemptLimits,
  { email }: Credentials,
  network: string,
): Counted[] {
  const counts: Counted[] = [];
  // What is no text is nobody's email: all of it is one count.
  const name = typeof email === "string" ? normalizeEmail(email) : "";
  if (login !== null) {
    counts.push({ policy: "login", limit: login, by: [network, name], isClearedBySuccess: true });
  }
  if (loginAddress !== null) {
    counts.push({
      policy: "login-address",
      limit: loginAddress,
      by: [network],
      isClearedBySuccess: false,
    });
  }
  return counts;
}
