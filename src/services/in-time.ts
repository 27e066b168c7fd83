import { setTimeout as sleep } from "node:timers/promises";

/** The result of the work, or the fallback if the work takes longer than this. */
export async function inTime<Result, Fallback>(
  work: Promise<Result>,
  milliseconds: number,
  fallback: Fallback,
): Promise<Result | Fallback> {
  const finished = new AbortController();
  try {
    return await Promise.race([work, sleep(milliseconds, fallback, { signal: finished.signal })]);
  } finally {
    finished.abort();
  }
}
