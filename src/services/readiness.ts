import { setTimeout as sleep } from "node:timers/promises";

/** Whoever asks whether the server is ready wants to know now: a store that takes longer does not answer. */
const PATIENCE_MS = 1_000;

/**
 * Tells whether the store takes writes.
 *
 * @param ping throws where it does not; however many ask at once, it is called once
 */
export function createReadiness(ping: () => Promise<void>): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    try {
      await ping();
      return true;
    } catch {
      return false;
    } finally {
      asking = undefined;
    }
  }

  return async () => {
    asking ??= ask();
    const givenUp = new AbortController();
    try {
      return await Promise.race([asking, sleep(PATIENCE_MS, false, { signal: givenUp.signal })]);
    } finally {
      givenUp.abort();
    }
  };
}
