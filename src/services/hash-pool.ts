import type { HashProcess, HashTask } from "./hash-process.ts";
import { HashProcessEnded, startHashProcess } from "./hash-process.ts";
import type { HashJob } from "./hash-queue.ts";
import { createHashQueue, PATIENCE_MS } from "./hash-queue.ts";

/** A process that is idle for this long is ended to free its memory. */
const IDLE_MS = 30_000;

/**
 * Hashing processes behind one queue. They are started when there is work, and replaced when they die.
 *
 * @param size the maximum number of processes
 * @param options.start starts a process
 */
export function createHashPool(
  size: number,
  { start = startHashProcess, idleMs = IDLE_MS }: { start?: () => HashProcess; idleMs?: number } = {},
) {
  const queue = createHashQueue(size);
  /** A promise for each process, which resolves when the process has ended. */
  const lives = new Map<HashProcess, Promise<void>>();
  let running = 0;

  function startWhereNeeded(): void {
    if (queue.length === 0 || lives.size >= size) return;
    const hashProcess = start();
    const life = work(hashProcess).finally(() => {
      lives.delete(hashProcess);
      startWhereNeeded();
    });
    lives.set(hashProcess, life);
  }

  /** Computes jobs until the process dies or has been idle for too long. */
  async function work(hashProcess: HashProcess): Promise<void> {
    for (let job = await queue.next(idleMs); job !== undefined; job = await queue.next(idleMs)) {
      if (!(await compute(hashProcess, job))) break;
    }
    await hashProcess.end();
  }

  /** @returns whether the process is still alive */
  async function compute(hashProcess: HashProcess, job: HashJob): Promise<boolean> {
    running += 1;
    try {
      const { result, fault, milliseconds } = await hashProcess.run(job.task);
      queue.measure(milliseconds);
      if (result === undefined) job.reject(new Error(fault));
      else job.resolve(result);
      return true;
    } catch (error) {
      // Another process computes the job.
      if (error instanceof HashProcessEnded) queue.giveBack(job);
      else job.reject(error);
      return false;
    } finally {
      running -= 1;
    }
  }

  return {
    /**
     * @returns the hash, or whether the password matches
     * @throws {DomainError} `service-unavailable` if the task would wait too long
     */
    run: (task: HashTask) =>
      new Promise<string | boolean>((resolve, reject) => {
        queue.add({ task, deadline: performance.now() + PATIENCE_MS, resolve, reject });
        startWhereNeeded();
      }),
    /** The number of tasks waiting for a process and the number being computed. */
    figures: () => ({ waiting: queue.length, running }),
    /** Ends every process and refuses the unfinished tasks. */
    async close(): Promise<void> {
      queue.close();
      for (const hashProcess of lives.keys()) void hashProcess.end();
      await Promise.all(lives.values());
    },
  };
}
