import { DomainError } from "../domain/errors.ts";
import type { HashTask } from "./hash-process.ts";

/** A task that would wait longer than this is refused immediately. */
export const PATIENCE_MS = 5_000;
/** The weight of the newest duration in the average. */
const SMOOTHING = 0.2;

/** A task and the promise of its result. */
export interface HashJob {
  readonly task: HashTask;
  /** On the clock of `performance.now`. */
  readonly deadline: number;
  readonly resolve: (result: string | boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A queue of jobs, bounded by their expected wait at the measured rate.
 *
 * @param workers the number of jobs computed at a time
 */
export function createHashQueue(workers: number) {
  const jobs: HashJob[] = [];
  /** The workers waiting for a job, the most recently busy one last. */
  const idle: ((job: HashJob | undefined) => void)[] = [];
  let averageMs = 0;
  let isClosed = false;

  /** Refuses the newest jobs, which would wait longest. No job is refused before the first measurement. */
  function refuseExcess(): void {
    const room = isClosed
      ? 0
      : averageMs === 0
        ? jobs.length
        : Math.floor((PATIENCE_MS * workers) / averageMs);
    for (const { reject } of jobs.splice(room)) reject(new DomainError("service-unavailable"));
  }

  return {
    /** The number of waiting jobs. */
    get length() {
      return jobs.length;
    },
    /** Refuses the job with `service-unavailable` if it would wait too long. */
    add(job: HashJob): void {
      const take = idle.pop();
      if (take !== undefined) return void take(job);
      jobs.push(job);
      refuseExcess();
    },
    /** The next job, as soon as there is one, or undefined after `idleMs`. */
    async next(idleMs: number): Promise<HashJob | undefined> {
      if (jobs.length > 0 || isClosed) return jobs.shift();
      const { promise, resolve } = Promise.withResolvers<HashJob | undefined>();
      idle.push(resolve);
      const timer = setTimeout(() => {
        idle.splice(idle.indexOf(resolve), 1);
        resolve(undefined);
      }, idleMs);
      return promise.finally(() => clearTimeout(timer));
    },
    /** Puts an unfinished job back at the front, unless it has waited too long. */
    giveBack(job: HashJob): void {
      if (performance.now() > job.deadline) job.reject(new DomainError("service-unavailable"));
      else jobs.unshift(job);
      refuseExcess();
    },
    /** Records the duration of a job. */
    measure(milliseconds: number): void {
      averageMs = averageMs === 0 ? milliseconds : averageMs + (milliseconds - averageMs) * SMOOTHING;
      refuseExcess();
    },
    /** Refuses all waiting and future jobs. */
    close(): void {
      isClosed = true;
      refuseExcess();
      for (const take of idle.splice(0)) take(undefined);
    },
  };
}
