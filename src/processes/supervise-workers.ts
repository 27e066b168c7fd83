import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config.ts";
import { openDatabase } from "../database/open-database.ts";
import { serveMetrics } from "../metrics/serve-metrics.ts";
import type { Listening } from "./announce.ts";
import { announce } from "./announce.ts";
import { startBackups } from "./backups.ts";
import type { Log } from "./log.ts";
import { onStopSignals } from "./on-stop-signals.ts";
import type { WorkerEnd } from "./run-worker.ts";
import { runWorker } from "./run-worker.ts";
import type { StopMessage } from "./serve.ts";

/** After this many workers in a row failed to start, the primary gives up. */
const MOST_FAILED_STARTS = 5;
/** How much longer than its own deadline a worker may take to end. */
const GRACE_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A worker that has run this long did not fail for the reason that its predecessors did. */
const LONG_LIFE_MS = 60_000;

/**
 * Keeps `WORKERS` processes running that share one port: migrates the store before they start, replaces a worker that ends,
 * and stops all of them on a signal. It answers no request itself.
 *
 * @throws {DatabaseError} if the store can't be used
 * @throws {MetricsPortError}
 */
export async function superviseWorkers(config: Config, { logger, end }: Log): Promise<void> {
  const store = await openDatabase(config.database, (file, what) => logger.info({ file }, what));
  await store.close();
  const backups = await startBackups(config, logger);
  if (config.metricsPort !== null) {
    const { createClusterReader } = await import("../metrics/metrics.ts");
    await serveMetrics(config.metricsPort, [createClusterReader(), backups?.readMetrics], logger);
  }
  const stopping = new AbortController();
  const pauseAfter = createRestartPace();
  let serving = 0;
  let hasServed = false;
  let failedStarts = 0;
  let exitCode = 0;

  function begin(): void {
    stopping.abort();
    tellAll("stop");
    setTimeout(killAll, config.shutdownDelayMs + config.shutdownTimeoutMs + GRACE_MS).unref();
  }

  function onListening(address: Listening): void {
    failedStarts = 0;
    serving += 1;
    if (hasServed || serving < config.workers) return;
    hasServed = true;
    announce(logger, config, address);
  }

  function endHopeless(reason: string): void {
    process.stderr.write(`groundwork: ${reason}\n`);
    exitCode = 1;
    begin();
  }

  /** @returns how long to wait before the next worker starts, in milliseconds */
  function judge({ id, code, signal, failure, servedMs }: WorkerEnd): number {
    if (servedMs === undefined) failedStarts += 1;
    const why = failure ?? `worker ${id} ended with ${signal ?? code} before it served`;
    if (failedStarts >= MOST_FAILED_STARTS || (failure !== undefined && !hasServed)) endHopeless(why);
    const pauseMs = pauseAfter(servedMs ?? 0);
    logger.error({ ended: id, code, signal, failure, servedMs, pauseMs }, "worker ended");
    return pauseMs;
  }

  async function keepOneGoing(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      const ended = await runWorker(onListening);
      if (ended.servedMs !== undefined) serving -= 1;
      // The stop ends the pause early.
      if (!signal.aborted) await sleep(judge(ended), undefined, { signal }).catch(() => {});
      else if (ended.code !== 0) exitCode = 1;
    }
  }

  onStopSignals(begin, () => tellAll("give-up"));
  await Promise.all(Array.from({ length: config.workers }, keepOneGoing));
  await backups?.stop();
  logger.info("all workers stopped");
  await end();
  process.exit(exitCode);
}

/**
 * The first failed worker is replaced immediately. If the next one fails soon after, the wait doubles each time.
 *
 * @returns a function of how long a worker had run, for how long to wait before the next one starts, in milliseconds
 */
function createRestartPace(): (livedMs: number) => number {
  let shortLives = 0;
  return (livedMs) => {
    if (livedMs >= LONG_LIFE_MS) shortLives = 0;
    const pauseMs = shortLives === 0 ? 0 : FIRST_PAUSE_MS * 2 ** (shortLives - 1);
    shortLives += 1;
    return Math.min(pauseMs, LONGEST_PAUSE_MS);
  };
}

const listWorkers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

function tellAll(message: StopMessage): void {
  for (const worker of listWorkers()) if (worker.isConnected()) worker.send(message);
}

function killAll(): void {
  for (const worker of listWorkers()) worker.process.kill("SIGKILL");
}
