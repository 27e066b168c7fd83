import { createRecentResults } from "./recent-results.ts";

/** A use is a write, so one a minute is noted. */
const USE_INTERVAL_MS = 60_000;
/** About 2 MB: credentials whose last use this process has noted. */
const MOST_REMEMBERED = 10_000;

/**
 * Notes when credentials were last used, beside the request, which neither waits for it nor fails with it.
 *
 * @param write notes a use in the store, unless another one was noted after `since`
 */
export function createUseNotes(
  write: (hash: string, now: Date, since: Date) => Promise<void>,
): (hash: string, now: Date) => void {
  const noted = createRecentResults<number>(MOST_REMEMBERED);

  return function noteUse(hash, now) {
    const last = noted.get(hash) ?? Number.NEGATIVE_INFINITY;
    if (Math.abs(now.getTime() - last) < USE_INTERVAL_MS) return;
    noted.set(hash, now.getTime());
    write(hash, now, new Date(now.getTime() - USE_INTERVAL_MS)).catch(() => {});
  };
}
