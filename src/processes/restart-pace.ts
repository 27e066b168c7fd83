/** How soon a worker that has ended is replaced. */
export interface RestartPace {
  /**
   * @param livedMs how long the worker had run
   * @returns how long to wait before the next one starts, in milliseconds
   */
  pauseAfter(livedMs: number): number;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A worker that has run this long did not fail for the reason that its predecessors did. */
const LONG_LIFE_MS = 60_000;

/** The first failed worker is replaced immediately. If the next one fails soon after, the wait doubles each time. */
export function createRestartPace(): RestartPace {
  let shortLives = 0;
  return {
    pauseAfter(livedMs) {
      if (livedMs >= LONG_LIFE_MS) shortLives = 0;
      const pause = shortLives === 0 ? 0 : FIRST_PAUSE_MS * 2 ** (shortLives - 1);
      shortLives += 1;
      return Math.min(pause, LONGEST_PAUSE_MS);
    },
  };
}
