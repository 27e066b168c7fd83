import cluster from "node:cluster";
import type { Listening } from "./announce.ts";
import type { FailureMessage } from "./fail.ts";

/** How a worker ended. */
export interface WorkerEnd {
  readonly id: number;
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  /** What kept it from starting, in a line for the operator, where it knew. */
  readonly failure: string | undefined;
  /** How long it served; undefined where it never did. */
  readonly servedMs: number | undefined;
}

/** Starts a worker and waits for its end. */
export async function runWorker(onListening: (address: Listening) => void): Promise<WorkerEnd> {
  const worker = cluster.fork();
  let failure: string | undefined;
  let servingSince: number | undefined;
  // The metrics have messages of their own.
  worker.on("message", (message: Partial<FailureMessage>) => {
    failure = message.failure ?? failure;
  });
  worker.once("listening", (address: Listening) => {
    servingSince = performance.now();
    onListening(address);
  });
  // A message to one that is just ending is lost with it.
  worker.on("error", () => {});
  // What it has sent is there when the channel has closed, which may be later than its end.
  const disconnected = new Promise<void>((resolve) => worker.once("disconnect", resolve));
  const exited = new Promise<Pick<WorkerEnd, "code" | "signal">>((resolve) =>
    worker.once("exit", (code, signal) => resolve({ code, signal })),
  );
  const [{ code, signal }] = await Promise.all([exited, disconnected]);
  const servedMs = servingSince === undefined ? undefined : Math.round(performance.now() - servingSince);
  return { id: worker.id, code, signal, failure, servedMs };
}
