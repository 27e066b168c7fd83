import { createRecentResults } from "./recent-results.ts";

/** Recording a use is a write, so it happens at most once a minute. */
const USE_INTERVAL_MS = 60_000;
/** About 2 MB of credentials whose last use this process has recorded. */
const MOST_REMEMBERED = 10_000;

/**
 * Records when credentials were last used. The request neither waits for this nor fails with it.
 *
 * @param write records a use in the store, unless another one was recorded after `since`
 */
export function createUseNotes(
  write: (hash: string, now: Date, since: Date) => Promise<unknown>,
): (hash: string, now: Date) => void {
  const noted = createRecentResults<number>(MOST_REMEMBERED);

  return function noteUse(hash, now) {
    const last = noted.get(hash) ?? Number.NEGATIVE_INFINITY;
    if (Math.abs(now.getTime() - last) < USE_INTERVAL_MS) return;
    noted.set(hash, now.getTime());
    write(hash, now, new Date(now.getTime() - USE_INTERVAL_MS)).catch(() => {});
  };
}
