import { DomainError } from "../domain/errors.ts";
import type { HashTask } from "./hash-process.ts";

/** A task that would wait longer than this is refused immediately. */
export const PATIENCE_MS = 5_000;
/** How much the newest duration counts in the average. */
const SMOOTHING = 0.2;

/** A task, and who waits for its result. */
export interface HashJob {
  readonly task: HashTask;
  /** On the clock of `performance.now`. */
  readonly deadline: number;
  readonly resolve: (result: string | boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Jobs in order, bounded by the time that they would wait at the measured rate. */
export interface HashQueue {
  /** How many jobs wait. */
  readonly length: number;
  /** Refuses the job with `service-unavailable` where it would wait too long. */
  add(job: HashJob): void;
  /** The next job as soon as there is one, or undefined after `idleMs` without. */
  next(idleMs: number): Promise<HashJob | undefined>;
  /** Puts a job that has not been computed back to the front, unless it has waited too long. */
  giveBack(job: HashJob): void;
  /** Notes how long a job took. */
  measure(milliseconds: number): void;
  /** Refuses what waits and what is still to come. */
  close(): void;
}

/** @param workers how many jobs are computed at a time */
export function createHashQueue(workers: number): HashQueue {
  const jobs: HashJob[] = [];
  /** Those that wait for a job, the last busy one last. */
  const idle: ((job: HashJob | undefined) => void)[] = [];
  let averageMs = 0;
  let isClosed = false;

  /** The newest ones, who would wait longest. Before anything has been measured, nobody is refused. */
  function refuseExcess(): void {
    const room = isClosed
      ? 0
      : averageMs === 0
        ? jobs.length
        : Math.floor((PATIENCE_MS * workers) / averageMs);
    for (const { reject } of jobs.splice(room)) reject(new DomainError("service-unavailable"));
  }

  return {
    get length() {
      return jobs.length;
    },
    add(job) {
      const take = idle.pop();
      if (take !== undefined) return take(job);
      jobs.push(job);
      refuseExcess();
    },
    async next(idleMs) {
      if (jobs.length > 0 || isClosed) return jobs.shift();
      const { promise, resolve } = Promise.withResolvers<HashJob | undefined>();
      idle.push(resolve);
      const timer = setTimeout(() => {
        idle.splice(idle.indexOf(resolve), 1);
        resolve(undefined);
      }, idleMs);
      return promise.finally(() => clearTimeout(timer));
    },
    giveBack(job) {
      if (performance.now() > job.deadline) job.reject(new DomainError("service-unavailable"));
      else jobs.unshift(job);
      refuseExcess();
    },
    measure(milliseconds) {
      averageMs = averageMs === 0 ? milliseconds : averageMs + (milliseconds - averageMs) * SMOOTHING;
      refuseExcess();
    },
    close() {
      isClosed = true;
      refuseExcess();
      for (const take of idle.splice(0)) take(undefined);
    },
  };
}
