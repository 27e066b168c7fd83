import { inTime } from "../in-time.ts";

/** A load balancer needs a prompt answer, so a slower store counts as unavailable. */
const PATIENCE_MS = 1_000;
/** The check is a synced write that anyone can cause, so its result is reused for this long. */
const CHECK_INTERVAL_MS = 1_000;

/**
 * Checks whether the store takes writes.
 *
 * @param ping throws if the store does not take writes. Called at most once a second, and never twice at the same time.
 * @param report receives the error of the first check that fails, and undefined once one succeeds again
 * @param now a monotonic clock in milliseconds
 */
export function createReadiness(
  ping: () => Promise<void>,
  report: (failure: unknown) => void = () => {},
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let check: Promise<boolean> | undefined;
  let isRunning = false;
  let startedAt = 0;
  let wasReady = true;

  async function run(): Promise<boolean> {
    isRunning = true;
    startedAt = now();
    try {
      await ping();
      if (!wasReady) report(undefined);
      wasReady = true;
    } catch (error) {
      if (wasReady) report(error);
      wasReady = false;
    } finally {
      isRunning = false;
    }
    return wasReady;
  }

  return () => {
    const isFresh = isRunning || now() - startedAt < CHECK_INTERVAL_MS;
    if (check === undefined || !isFresh) check = run();
    return inTime(check, PATIENCE_MS, false);
  };
}
