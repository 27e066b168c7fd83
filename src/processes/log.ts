import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { destination, pino } from "pino";
import type { Config } from "../config.ts";

export type Log = ReturnType<typeof openLog>;

/** One write for each line would take a fifth of a small request's time, so lines are collected for a moment. */
const BUFFER = { minLength: 4096, periodicFlush: 100 };
/** A pipe takes 4096 bytes in one piece, so shorter writes are never mixed with another process's. */
const SHARED_BUFFER = { ...BUFFER, minLength: 3072, maxWrite: 4096 };
/** The most that is kept while the log can't be written. Further lines are dropped. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;
/** How long the exit waits for the log's reader, which may have stopped reading. */
const LONGEST_END_MS = 1_000;

/** The log of this process, on standard output. */
export function openLog({ logLevel, workers }: Config) {
  const buffer = workers === 1 ? BUFFER : SHARED_BUFFER;
  const output = destination({
    fd: process.stdout.fd,
    sync: false,
    maxLength: MOST_WAITING_BYTES,
    ...buffer,
  });
  // Without a listener, a full disk under the log would end the process. With one, the next line tries again.
  output.on("error", () => {});
  const base = cluster.worker === undefined ? null : { worker: cluster.worker.id };
  return {
    logger: pino({ level: logLevel, base }, output),
    /** Lines are written after their requests are answered. Without this, the last ones would be lost at the exit. */
    async end(): Promise<void> {
      const isWritten = new Promise((resolve) => output.once("close", resolve));
      output.end();
      await Promise.race([isWritten, sleep(LONGEST_END_MS)]);
      // Otherwise a failing write would be repeated while the process exits.
      output.destroy();
    },
  };
}
