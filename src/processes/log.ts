import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { destination, pino } from "pino";
import type { Config } from "../config.ts";

/** The log of this process, on standard output. */
export interface Log {
  readonly logger: Logger;
  /** Lines are written after the requests are answered, and the last ones would be lost with the process. */
  end(): Promise<void>;
}

/** A write for every line would be a fifth of what a small request costs: lines are gathered for a moment. */
const BUFFER = { minLength: 4096, periodicFlush: 100 };
/** A pipe takes 4096 bytes in one piece, so whole lines of no more than that never get mixed with another process's. */
const SHARED_BUFFER = { ...BUFFER, minLength: 3072, maxWrite: 4096 };
/** What waits to be written while nobody reads the log, or while its disk is full; lines beyond that are dropped. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;
/** The reader of the log may have stopped reading. */
const LONGEST_END_MS = 1_000;

export function openLog({ logLevel, workers }: Config): Log {
  const buffer = workers === 1 ? BUFFER : SHARED_BUFFER;
  const output = destination({
    fd: process.stdout.fd,
    sync: false,
    maxLength: MOST_WAITING_BYTES,
    ...buffer,
  });
  // Without a listener a full disk under the log ends the process; with one, writing is tried again at the next line.
  output.on("error", () => {});
  const base = cluster.worker === undefined ? null : { worker: cluster.worker.id };
  return {
    logger: pino({ level: logLevel, base }, output),
    async end() {
      const isWritten = new Promise((resolve) => output.once("close", resolve));
      output.end();
      await Promise.race([isWritten, sleep(LONGEST_END_MS)]);
      // Otherwise what can't be written is tried again and again while the process exits.
      output.destroy();
    },
  };
}
