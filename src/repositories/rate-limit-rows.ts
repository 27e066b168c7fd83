import { hash } from "node:crypto";
import type { Queries } from "../database/queries.ts";
import type { Sql } from "../database/sql.ts";
import { list, sql } from "../database/sql.ts";
import { RateLimitedError } from "../domain/errors.ts";

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

/** How an attempt ended: it counts, it does not count, or it clears the count. */
type Ending = "used" | "free" | "cleared";

/** An attempt can't begin before others end. */
export class AttemptsInProgress extends Error {
  override readonly name = "AttemptsInProgress";
}

/** An attempt that has not ended after this time was lost with its process. */
const LONGEST_ATTEMPT_MS = 60_000;
/** The clocks of several machines may differ by this much. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Used attempts and attempts in progress. All processes on the store share the counts. */
export function createRateLimitRows(queries: Queries) {
  /** Reads only. @throws {RateLimitedError} for the first count that has no attempt left */
  async function assertWithin(counted: readonly Counted[]): Promise<void> {
    if (counted.length === 0) return;
    const now = new Date();
    const rows = await queries.all<{ key: string; used: number; expiresAt: Date }>(
      sql`SELECT key, count AS used, expires_at AS "expiresAt" FROM rate_limit_counts
        WHERE key IN (${list(counted.map(keyOf))}) AND expires_at > ${now}`,
    );
    const found = new Map(rows.map((row) => [row.key, row]));
    for (const one of counted) {
      const { used = 0, expiresAt = now } = found.get(keyOf(one)) ?? {};
      if (used < one.limit.count || expiresAt > latestEnd(one, now)) continue;
      // At least 1, because only counts that end later than now are read.
      const secondsLeft = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
      throw new RateLimitedError(one.policy, one.limit, secondsLeft);
    }
  }

  /**
   * Adds an attempt, if the limit holds even when all attempts in progress count in the end. In one statement, so that
   * no more than the limit of many parallel attempts are allowed.
   *
   * @param used 1 for an attempt that counts, 0 for one that is in progress
   * @returns whether an attempt was left
   */
  async function add(one: Counted, used: 0 | 1): Promise<boolean> {
    const now = new Date();
    const abandonedAt = after(now, LONGEST_ATTEMPT_MS);
    // The part of an existing row's counts that is still valid.
    const before = sql`CASE WHEN counts.expires_at > ${now} AND counts.expires_at <= ${latestEnd(one, now)}
      THEN counts.count ELSE 0 END`;
    const pending = sql`CASE WHEN counts.pending_until > ${now} THEN counts.pending ELSE 0 END`;
    const added = await queries.run(sql`
      INSERT INTO rate_limit_counts AS counts (key, count, pending, pending_until, expires_at)
      VALUES (${keyOf(one)}, ${used}, ${1 - used}, ${abandonedAt}, ${endOf(one, now)})
      ON CONFLICT (key) DO UPDATE SET
        count = ${before} + excluded.count, pending = ${pending} + excluded.pending,
        pending_until = excluded.pending_until,
        expires_at = CASE WHEN ${before} = 0 THEN excluded.expires_at ELSE counts.expires_at END
      WHERE ${before} + ${pending} < ${one.limit.count}`);
    return added > 0;
  }

  return {
    assertWithin,

    /** Uses one attempt of each count. @throws {RateLimitedError} for the first count that has none left */
    async take(counted: readonly Counted[]): Promise<void> {
      for (const one of counted) if (!(await add(one, 1))) await assertWithin([one]);
    },

    /**
     * Begins an attempt in each of the counts. Must run in a transaction.
     *
     * @throws {RateLimitedError} for the first count that has no attempt left
     * @throws {AttemptsInProgress} if the result depends on attempts in progress
     */
    async begin(counted: readonly Counted[]): Promise<void> {
      for (const one of counted) {
        if (await add(one, 0)) continue;
        await assertWithin([one]);
        throw new AttemptsInProgress();
      }
    },

    /** Ends an attempt in each of its counts. */
    async end(counted: readonly Counted[], endingOf: (counted: Counted) => Ending): Promise<void> {
      for (const one of counted) {
        const key = keyOf(one);
        const count = { cleared: sql`0`, used: sql`count + 1`, free: sql`count` }[endingOf(one)];
        await queries.run(sql`
          UPDATE rate_limit_counts
          SET count = ${count}, pending = CASE WHEN pending > 0 THEN pending - 1 ELSE 0 END
          WHERE key = ${key}`);
        // A row with a count of zero is deleted before it expires.
        await queries.run(
          sql`DELETE FROM rate_limit_counts WHERE key = ${key} AND count = 0 AND pending = 0`,
        );
      }
    },

    /**
     * Clears counts, so that their clients can try again.
     *
     * @param account a normalized email; without one, all counts are cleared
     * @param kept a count that is not cleared
     * @returns how many counts were cleared
     */
    clear: (account?: string, kept?: Counted): Promise<number> =>
      queries.run(
        sql`DELETE FROM rate_limit_counts WHERE ${countsOf(account)} AND key <> ${kept ? keyOf(kept) : ""}`,
      ),

    deleteExpired: (now: Date) =>
      queries.run(
        sql`DELETE FROM rate_limit_counts WHERE expires_at <= ${now} AND (pending = 0 OR pending_until <= ${now})`,
      ),
  };
}

const after = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);

/** When a count that begins now ends. */
const endOf = ({ limit }: Counted, now: Date): Date => after(now, limit.seconds * 1000);

/** A count that ends later than this was dated by a clock that has been set back since, so it is void. */
const latestEnd = (one: Counted, now: Date): Date => after(endOf(one, now), CLOCK_TOLERANCE_MS);

/** The keys of an email's counts have a common prefix. */
const keyOf = ({ policy, by, account }: Counted): string =>
  `${account === undefined ? "" : prefixOf(account)}${hashOf([policy, ...by])}`;

const prefixOf = (account: string): string => `${hashOf(["account", account])}.`;

/** The counts of an email, or all. */
function countsOf(account: string | undefined): Sql {
  const prefix = account === undefined ? "" : prefixOf(account);
  // Keys consist of characters below `~`.
  return sql`key >= ${prefix} AND key < ${`${prefix}~`}`;
}

const hashOf = (parts: readonly string[]): string => hash("sha256", JSON.stringify(parts), "base64url");
