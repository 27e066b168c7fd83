import { createHash } from "node:crypto";
import { RateLimitedError } from "../domain/errors.ts";
import type { RateLimitCounts } from "../repositories/rate-limit-counts.ts";
import type { Store } from "../repositories/store.ts";

/** How many attempts are allowed within a span of time; the first one starts the span. */
export interface RateLimit {
  readonly count: number;
  readonly seconds: number;
}

/** One count that an attempt falls under. */
export interface Counted {
  /** Names the limit to clients. */
  readonly policy: string;
  readonly limit: RateLimit;
  /** What the attempts are counted by; stored only as a hash. */
  readonly by: readonly string[];
  /** Whether a success starts the count anew; otherwise it only gives its own place back. */
  readonly isClearedBySuccess: boolean;
}

/** The places that one attempt has taken. */
interface Places {
  /** The attempt was never judged, so it does not count. */
  giveBack(): Promise<void>;
  /** The attempt succeeded. */
  succeed(): Promise<void>;
}

export interface RateLimiter {
  /**
   * Takes a place in each of the counts, or in none of them.
   *
   * @throws {RateLimitedError} for the first count that has no place left
   * @throws {DomainError} `service-unavailable`: what can't be counted is not let through
   */
  take(counts: readonly Counted[]): Promise<Places>;
}

interface Place {
  readonly key: string;
  readonly expiresAt: Date;
  readonly isClearedBySuccess: boolean;
}

const SWEEP_INTERVAL_MS = 60_000;

export function createRateLimiter(store: Store): RateLimiter {
  let sweptAt = 0;

  async function sweep(now: Date): Promise<void> {
    if (now.getTime() - sweptAt < SWEEP_INTERVAL_MS) return;
    sweptAt = now.getTime();
    await store.rateLimitCounts.deleteExpired(now);
  }

  const takeAll = (counts: readonly Counted[], now: Date): Promise<Place[]> =>
    store.transaction(async ({ rateLimitCounts }) => {
      const places: Place[] = [];
      for (const counted of counts) places.push(await takePlace(rateLimitCounts, counted, now));
      return places;
    });

  const release = (places: readonly Place[], how: (place: Place) => "clear" | "give-back"): Promise<void> =>
    store.transaction(async ({ rateLimitCounts }) => {
      for (const place of places) {
        if (how(place) === "clear") await rateLimitCounts.delete(place.key);
        else await rateLimitCounts.giveBack(place.key, place.expiresAt);
      }
    });

  return {
    async take(counts) {
      if (counts.length === 0) return NO_PLACES;
      const now = new Date();
      await sweep(now);
      const places = await takeAll(counts, now);
      return {
        giveBack: () => release(places, () => "give-back"),
        succeed: () => release(places, (place) => (place.isClearedBySuccess ? "clear" : "give-back")),
      };
    },
  };
}

const NO_PLACES: Places = { giveBack: async () => {}, succeed: async () => {} };

async function takePlace(
  counts: RateLimitCounts,
  { policy, limit, by, isClearedBySuccess }: Counted,
  now: Date,
): Promise<Place> {
  const key = hashKey([policy, ...by]);
  const end = new Date(now.getTime() + limit.seconds * 1000);
  const expiresAt = await counts.take(key, limit.count, now, end);
  if (expiresAt !== undefined) return { key, expiresAt, isClearedBySuccess };
  const waitUntil = (await counts.findExpiry(key)) ?? now;
  const secondsLeft = Math.ceil((waitUntil.getTime() - now.getTime()) / 1000);
  throw new RateLimitedError(policy, limit, Math.max(1, secondsLeft));
}

const hashKey = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
