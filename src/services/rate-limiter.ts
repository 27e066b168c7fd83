import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError, RateLimitedError } from "../domain/errors.ts";
import type { Ending, RateLimitRows } from "../repositories/rate-limit-rows.ts";
import { latestExpiry } from "../repositories/rate-limit-rows.ts";

/** The number of attempts allowed within a span of time. The first attempt starts the span. */
export interface RateLimit {
  readonly count: number;
  readonly seconds: number;
}

/** One count that an attempt falls under. */
export interface Counted {
  /** Names the limit to clients. */
  readonly policy: string;
  readonly limit: RateLimit;
  /** The value that attempts are counted by. It is stored only as a hash. */
  readonly by: readonly string[];
  /** The email, for a count that an operator can clear by email. */
  readonly account?: string;
}

/** An attempt can't begin before others end. */
class AttemptsInProgress extends Error {
  override readonly name = "AttemptsInProgress";
}

/** An attempt that has not ended after this time was lost with its process. */
const LONGEST_ATTEMPT_MS = 60_000;
/** Other processes end attempts too, so the store has to be polled. */
const POLL_MS = 20;

/** Uses one attempt of each count. @throws {RateLimitedError} for the first count that has none left */
export async function takeAttempt(counts: RateLimitRows, counted: readonly Counted[]): Promise<void> {
  const now = new Date();
  for (const one of counted) {
    if (!(await counts.take(keyOf(one), one.limit.count, now, endOf(one, now)))) {
      await assertWithinLimits(counts, [one]);
    }
  }
}

/** Reads only. @throws {RateLimitedError} for the first count that has no attempt left */
export async function assertWithinLimits(counts: RateLimitRows, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return;
  const now = new Date();
  const found = await counts.find(counted.map(keyOf), now);
  for (const one of counted) {
    const { used = 0, expiresAt = now } = found.get(keyOf(one)) ?? {};
    if (used < one.limit.count || expiresAt > latestExpiry(endOf(one, now))) continue;
    const secondsLeft = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
    throw new RateLimitedError(one.policy, one.limit, Math.max(1, secondsLeft));
  }
}

/**
 * Begins an attempt in each of the counts. Must run in a transaction.
 *
 * @throws {RateLimitedError} for the first count that has no attempt left
 * @throws {AttemptsInProgress} if the result depends on attempts in progress
 */
export async function beginAttempt(counts: RateLimitRows, counted: readonly Counted[]): Promise<void> {
  const now = new Date();
  const abandonedAt = new Date(now.getTime() + LONGEST_ATTEMPT_MS);
  for (const one of counted) {
    if (await counts.begin(keyOf(one), one.limit.count, now, endOf(one, now), abandonedAt)) continue;
    await assertWithinLimits(counts, [one]);
    throw new AttemptsInProgress();
  }
}

/**
 * Clears counts, so that their clients can try again.
 *
 * @param account a normalized email; without one, all counts are cleared
 * @returns how many counts were cleared
 */
export const clearCounts = (counts: RateLimitRows, account?: string): Promise<number> =>
  counts.deleteAll(account === undefined ? "" : prefixOf(account));

/** Ends an attempt in each of its counts. */
export async function endAttempt(
  counts: RateLimitRows,
  counted: readonly Counted[],
  endingOf: (counted: Counted) => Ending,
): Promise<void> {
  for (const one of counted) await counts.end(keyOf(one), endingOf(one));
}

/**
 * Tries to begin, and retries while other attempts are in progress.
 *
 * @param deadline on the clock of `performance.now`
 * @throws {DomainError} `too-many-requests` if they take too long
 */
export async function beginInTime(begin: () => Promise<void>, deadline: number): Promise<void> {
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

const endOf = ({ limit }: Counted, now: Date): Date => new Date(now.getTime() + limit.seconds * 1000);

/** The keys of an email's counts have a common prefix. */
const keyOf = ({ policy, by, account }: Counted): string =>
  `${account === undefined ? "" : prefixOf(account)}${hashOf([policy, ...by])}`;

const prefixOf = (account: string): string => `${hashOf(["account", account])}.`;

const hashOf = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
