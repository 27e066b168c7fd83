import type { Store } from "../repositories/store.ts";
import { createAccounts } from "./accounts.ts";
import type { AttemptLimits } from "./attempts.ts";
import { createAttempts } from "./attempts.ts";
import { createAuditLog } from "./audit.ts";
import { createComments } from "./comments.ts";
import { createHashingBounds } from "./hashing-bounds.ts";
import { createPasswordResets } from "./password-resets.ts";
import type { Passwords } from "./passwords.ts";
import { createPosts } from "./posts.ts";
import type { ResetRequests } from "./reset-requests.ts";
import { createSessions } from "./sessions.ts";
import { createSignedTokens } from "./signed-tokens.ts";
import { createUserTokens } from "./user-tokens.ts";

interface Settings {
  readonly workers: number;
  readonly passwordBlocklist: ReadonlySet<string>;
  readonly rateLimits: AttemptLimits;
  readonly auditKeepSeconds: number;
  readonly sessionIdleSeconds: number | null;
  readonly jwtSecrets: readonly [string, ...string[]];
}

/** What both APIs work with. */
export interface SharedServices extends ReturnType<typeof createServices> {
  /** Undefined if reset links can't be requested. */
  readonly resetRequests: ResetRequests | undefined;
}

/** The services over one store. */
export function createServices(store: Store, passwords: Passwords, settings: Settings) {
  const bounds = createHashingBounds(settings.workers);
  const accounts = createAccounts(store, passwords, { bounds, blocklist: settings.passwordBlocklist });
  const attempts = createAttempts(store, accounts, bounds, settings.rateLimits);
  const audit = createAuditLog(store, settings.auditKeepSeconds);
  return {
    accounts,
    attempts,
    audit,
    passwordResets: createPasswordResets(store, accounts),
    sessions: createSessions(store, settings.sessionIdleSeconds),
    signedTokens: createSignedTokens(settings.jwtSecrets),
    userTokens: createUserTokens(store),
    posts: createPosts(store),
    comments: createComments(store),
    /** Deletes rows that have expired, and are no longer accepted. To be called every minute. */
    async sweep(): Promise<void> {
      const { sessions, userTokens, passwordResets, rateLimitCounts, knownPlaces } = store;
      const now = new Date();
      const expiring = [sessions, userTokens, passwordResets, rateLimitCounts, knownPlaces];
      const sweeps = [...expiring.map((rows) => rows.deleteExpired(now)), audit.sweep()];
      // A fault of one table must not keep the others from being swept.
      for (const swept of await Promise.allSettled(sweeps))
        if (swept.status === "rejected") throw swept.reason;
    },
  };
}
