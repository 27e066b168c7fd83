import { DomainError } from "../domain/errors.ts";
import type { HashProcess, HashTask } from "./hash-process.ts";
import { startHashProcess } from "./hash-process.ts";

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
  const waiting: Job[] = [];
  const processes = new Set<HashProcess>();
  /** The processes without a job, the most recently busy one last, with the timers that end them. */
  const idle = new Map<HashProcess, NodeJS.Timeout>();
  let averageMs = 0;
  let isClosed = false;

  /** Gives the oldest jobs to free processes, and refuses the newest ones, which would wait too long. */
  function dispatch(): void {
    const free = isClosed ? 0 : idle.size + size - processes.size;
    // If no process can be started for one job, the others still try.
    for (const job of waiting.splice(0, free)) compute(job).catch(job.reject).finally(dispatch);
    // Before the first measurement, no job is refused.
    const room = isClosed ? 0 : Math.floor((PATIENCE_MS * size) / averageMs);
    for (const { reject } of waiting.splice(room)) reject(new DomainError("service-unavailable"));
  }

  function takeProcess(): HashProcess {
    const hashProcess = [...idle.keys()].at(-1) ?? start();
    clearTimeout(idle.get(hashProcess));
    idle.delete(hashProcess);
    processes.add(hashProcess);
    return hashProcess;
  }

  async function compute(job: Job): Promise<void> {
    const hashProcess = takeProcess();
    const reply = await hashProcess.run(job.task);
    if (reply === undefined) {
      // The process died, so another one computes the job.
      if (performance.now() <= job.deadline) waiting.unshift(job);
      else job.reject(new DomainError("service-unavailable"));
      return end(hashProcess);
    }
    const { result, fault, milliseconds } = reply;
    averageMs += (milliseconds - averageMs) * (averageMs === 0 ? 1 : SMOOTHING);
    if (result === undefined) job.reject(new Error(fault));
    else job.resolve(result);
    if (isClosed) return end(hashProcess);
    idle.set(hashProcess, setTimeout(end, idleMs, hashProcess));
  }

  /** Until it has ended, the process counts, and no other takes its place. */
  async function end(hashProcess: HashProcess): Promise<void> {
    idle.delete(hashProcess);
    await hashProcess.end();
    processes.delete(hashProcess);
    dispatch();
  }

  return {
    /**
     * @returns the hash, or whether the password matches
     * @throws {DomainError} `service-unavailable` if the task would wait too long
     */
    run: (task: HashTask) =>
      new Promise<string | boolean>((resolve, reject) => {
        waiting.push({ task, deadline: performance.now() + PATIENCE_MS, resolve, reject });
        dispatch();
      }),
    /** The number of tasks waiting for a process, and of processes that compute one or are ending. */
    figures: () => ({ waiting: waiting.length, running: processes.size - idle.size }),
    /** Ends every process and refuses the unfinished tasks. */
    async close(): Promise<void> {
      isClosed = true;
      for (const timer of idle.values()) clearTimeout(timer);
      dispatch();
      await Promise.all([...processes].map((hashProcess) => hashProcess.end()));
    },
  };
}
