import { DomainError } from "../domain/errors.ts";
import type { HashProcess, HashTask } from "./hash-process.ts";
import { HashProcessEnded, startHashProcess } from "./hash-process.ts";

/** A task that would wait longer than this is refused immediately. */
export const PATIENCE_MS = 5_000;
/** A process that is idle for this long is ended to free its memory. */
const IDLE_MS = 30_000;
/** The weight of the newest duration in the average. */
const SMOOTHING = 0.2;

/** A task and the promise of its result. */
interface Job {
  readonly task: HashTask;
  /** On the clock of `performance.now`. */
  readonly deadline: number;
  readonly resolve: (result: string | boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Hashing processes behind one queue, which is bounded by the expected wait at the measured rate. The processes are
 * started when there is work, and replaced when they die.
 *
 * @param size the maximum number of processes
 * @param options.start starts a process
 */
export function createHashPool(
  size: number,
  { start = startHashProcess, idleMs = IDLE_MS }: { start?: () => HashProcess; idleMs?: number } = {},
) {
  const { jobs, idle, next } = createQueue(idleMs);
  const processes = new Set<HashProcess>();
  let averageMs = 0;
  let isClosed = false;

  /** Refuses the newest jobs, which would wait longest. No job is refused before the first measurement. */
  function refuseExcess(): void {
    const room = isClosed ? 0 : Math.floor((PATIENCE_MS * size) / averageMs);
    for (const { reject } of jobs.splice(room)) reject(new DomainError("service-unavailable"));
  }

  function startWhereNeeded(): void {
    if (jobs.length === 0 || processes.size >= size) return;
    const hashProcess = start();
    processes.add(hashProcess);
    void serve(hashProcess);
  }

  /** Computes jobs until the process dies or has been idle for too long. */
  async function serve(hashProcess: HashProcess): Promise<void> {
    for (let job = await next(); job !== undefined; job = await next()) {
      if (!(await compute(hashProcess, job))) break;
    }
    await hashProcess.end();
    processes.delete(hashProcess);
    startWhereNeeded();
  }

  /** @returns whether the process can compute another job */
  async function compute(hashProcess: HashProcess, job: Job): Promise<boolean> {
    try {
      const { result, fault, milliseconds } = await hashProcess.run(job.task);
      averageMs += (milliseconds - averageMs) * (averageMs === 0 ? 1 : SMOOTHING);
      if (result === undefined) job.reject(new Error(fault));
      else job.resolve(result);
      return !isClosed;
    } catch (error) {
      if (!(error instanceof HashProcessEnded)) job.reject(error);
      else if (performance.now() > job.deadline) job.reject(new DomainError("service-unavailable"));
      // Another process computes the job.
      else jobs.unshift(job);
      return false;
    } finally {
      refuseExcess();
    }
  }

  return {
    /**
     * @returns the hash, or whether the password matches
     * @throws {DomainError} `service-unavailable` if the task would wait too long
     */
    run: (task: HashTask) =>
      new Promise<string | boolean>((resolve, reject) => {
        const job = { task, deadline: performance.now() + PATIENCE_MS, resolve, reject };
        const take = idle.pop();
        if (take === undefined) jobs.push(job);
        else take(job);
        refuseExcess();
        startWhereNeeded();
      }),
    /** The number of tasks waiting for a process, and of processes that compute one or are ending. */
    figures: () => ({ waiting: jobs.length, running: processes.size - idle.length }),
    /** Ends every process and refuses the unfinished tasks. */
    async close(): Promise<void> {
      isClosed = true;
      refuseExcess();
      for (const take of idle.splice(0)) take(undefined);
      await Promise.all([...processes].map((hashProcess) => hashProcess.end()));
    },
  };
}

/** The jobs that wait for a process, and the processes that wait for a job, the most recently busy one last. */
function createQueue(idleMs: number) {
  const jobs: Job[] = [];
  const idle: ((job: Job | undefined) => void)[] = [];

  return {
    jobs,
    idle,
    /** @returns the next job, as soon as there is one, or undefined after `idleMs` */
    async next(): Promise<Job | undefined> {
      if (jobs.length > 0) return jobs.shift();
      const { promise, resolve } = Promise.withResolvers<Job | undefined>();
      idle.push(resolve);
      const timer = setTimeout(() => {
        idle.splice(idle.indexOf(resolve), 1);
        resolve(undefined);
      }, idleMs);
      return promise.finally(() => clearTimeout(timer));
    },
  };
}
