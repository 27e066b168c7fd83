import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How often the check runs. Shorter than the time after which an idle hashing process ends. */
const INTERVAL_MS = 10_000;
/** The highest event loop utilization of an idle server: more than health checks cause. */
const MOST_WORK = 0.01;
/** The least growth that is worth a collection of 20 ms or more. */
const LEAST_GROWTH_BYTES = 16 * 1024 * 1024;

/**
 * Makes an idle server return the memory that it used under load. V8 collects only during allocation, so it would keep
 * tens of megabytes of garbage until the next requests.
 */
export function collectWhenIdle(): void {
  setInterval(createIdleCheck(createHeap()), INTERVAL_MS).unref();
}

/** @returns a function to call at regular intervals */
export function createIdleCheck({ readWork, readBytes, collect }: ReturnType<typeof createHeap>): () => void {
  let bytesBefore = 0;
  return () => {
    if (readWork() > MOST_WORK || readBytes() < bytesBefore + LEAST_GROWTH_BYTES) return;
    collect();
    bytesBefore = readBytes();
  };
}

/** The inputs of the decision, and the collection. */
export function createHeap() {
  const collect = exposeCollector();
  let before = performance.eventLoopUtilization();
  return {
    /** The event loop utilization since the last call, from 0 to 1. */
    readWork(): number {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    /** The size of V8's heap, free parts included. */
    readBytes: () => process.memoryUsage().heapTotal,
    // Other collections keep the pages of the young generation, which are most of the growth.
    collect: () => collect({ type: "major", execution: "sync", flavor: "last-resort" }),
  };
}

/** V8's `gc`, without a command-line flag: a context that is created after the flag is set has it. */
function exposeCollector(): NodeJS.GCFunction {
  setFlagsFromString("--expose-gc");
  const collect: NodeJS.GCFunction = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return collect;
}
