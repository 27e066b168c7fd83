import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How often it is asked whether the server is idle. Shorter than a hashing process may be idle. */
const INTERVAL_MS = 10_000;
/** The largest share of the time that the event loop of an idle server works: more than health checks cost. */
const MOST_WORK = 0.01;
/** What is worth a collection of 20 ms or more. */
const LEAST_GROWTH_BYTES = 16 * 1024 * 1024;

/** What the decision is made from. */
interface Heap {
  /** The share of the time since the last call that the event loop worked. */
  readWork(): number;
  /** What V8 has taken from the machine. */
  readBytes(): number;
  collect(): void;
}

/**
 * Has an idle server give back the memory that a busy time has taken. V8 collects only while something allocates, so
 * it would keep tens of megabytes of garbage until the next requests.
 */
export function collectWhenIdle(): void {
  setInterval(createIdleCheck(createHeap()), INTERVAL_MS).unref();
}

/** @returns what is to be called from time to time */
export function createIdleCheck({ readWork, readBytes, collect }: Heap): () => void {
  let bytesBefore = 0;
  return () => {
    if (readWork() > MOST_WORK || readBytes() < bytesBefore + LEAST_GROWTH_BYTES) return;
    collect();
    bytesBefore = readBytes();
  };
}

export function createHeap(): Heap {
  const collect = exposeCollector();
  let before = performance.eventLoopUtilization();
  return {
    readWork() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    readBytes: () => process.memoryUsage().heapTotal,
    // Any other collection keeps the pages of the young generation, which are most of the growth.
    collect: () => collect({ type: "major", execution: "sync", flavor: "last-resort" }),
  };
}

/** V8's `gc`, without a flag on the command line: a context that is created after the flag is set has it. */
function exposeCollector(): NodeJS.GCFunction {
  setFlagsFromString("--expose-gc");
  const collect: NodeJS.GCFunction = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return collect;
}
