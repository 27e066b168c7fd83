import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Listening } from "./announce.ts";
import type { FailureMessage } from "./fail.ts";

/** How long the channel of a worker that has ended may take to close. */
const LONGEST_CLOSE_MS = 1_000;

/** How a worker ended. */
export interface WorkerEnd {
  readonly id: number;
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it could not start, in a line for the operator, if known. */
  readonly failure: string | undefined;
  /** How long it served; undefined if it never did. */
  readonly servedMs: number | undefined;
}

/** Starts a worker and waits for its end. */
export async function runWorker(onListening: (address: Listening) => void): Promise<WorkerEnd> {
  const worker = cluster.fork();
  let failure: string | undefined;
  let servingSince: number | undefined;
  // The metrics use other messages on the same channel.
  worker.on("message", (message: Partial<FailureMessage>) => {
    failure = message.failure ?? failure;
  });
  worker.once("listening", (address: Listening) => {
    servingSince = performance.now();
    onListening(address);
  });
  const disconnected = new Promise<void>((resolve) => worker.once("disconnect", resolve));
  const exited = new Promise<Pick<WorkerEnd, "code" | "signal">>((resolve) => {
    worker.once("exit", (code, signal) => resolve({ code, signal }));
    worker.on("error", (error) => {
      // Otherwise a message to a worker that is ending is lost.
      if (worker.process.pid !== undefined) return;
      // A process that the system can't start never exits.
      failure = `a worker can't be started: ${error.message}`;
      resolve({ code: null, signal: null });
    });
  });
  const { code, signal } = await exited;
  // All of its messages have arrived once the channel is closed, which may be after its end. Node.js never reports that
  // for some workers that are killed while they are handed a connection.
  await Promise.race([disconnected, sleep(LONGEST_CLOSE_MS)]);
  const servedMs = servingSince === undefined ? undefined : Math.round(performance.now() - servingSince);
  return { id: worker.id, code, signal, failure, servedMs };
}
