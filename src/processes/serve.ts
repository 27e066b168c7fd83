import cluster from "node:cluster";
import type { AddressInfo } from "node:net";
import type { Config } from "../config.ts";
import { createServer } from "../create-server.ts";
import { serveMetrics } from "../metrics/serve-metrics.ts";
import { announce } from "./announce.ts";
import { startBackups } from "./backups.ts";
import { fail } from "./fail.ts";
import { collectWhenIdle } from "./idle-memory.ts";
import type { Log } from "./log.ts";
import { onStopSignals } from "./on-stop-signals.ts";

/** The primary's messages to its workers: to stop, and to stop waiting for open requests. */
export type StopMessage = "stop" | "give-up";

/**
 * Answers requests until the process is told to stop, by a signal or by the primary.
 *
 * @throws {DatabaseError} if the store can't be used
 * @throws {MetricsPortError}
 */
export async function serve(config: Config, { logger, end }: Log): Promise<void> {
  const metrics = await openMetrics(config);
  const { http, stop, figures, close } = await createServer(config, logger, metrics?.observeAnswer);
  metrics?.watch(figures);
  const backups = cluster.isPrimary ? await startBackups(config, logger) : undefined;
  if (metrics !== undefined && cluster.isPrimary) {
    await serveMetrics(config.metricsPort ?? 0, [metrics.read, backups?.readMetrics], logger);
  }
  http.on("error", (error) =>
    fail(`HOST ${config.host} and PORT ${config.port} can't be used: ${error.message}`),
  );
  const { promise: listening, resolve: onListening } = Promise.withResolvers<void>();
  http.listen(config.port, config.host, () => {
    if (cluster.isPrimary) announce(logger, config, http.address() as AddressInfo);
    else logger.info({ pid: process.pid }, "worker listening");
    onListening();
  });
  // If a worker's server is closed before the primary answers `listen`, Node.js throws if the port is taken.
  const begin = () => void listening.then(stop.begin);
  onStopSignals(begin, stop.giveUp);
  process.on("message", (message: StopMessage) => {
    if (message === "stop") begin();
    if (message === "give-up") stop.giveUp();
  });
  collectWhenIdle();
  const finished = await stop.ended;
  await backups?.stop();
  await close();
  logger.info(finished ? "stopped" : "stopped with requests still open");
  await end();
  process.exit(finished ? 0 : 1);
}

async function openMetrics({ metricsPort }: Config) {
  if (metricsPort === null) return undefined;
  const { createMetrics } = await import("../metrics/metrics.ts");
  return createMetrics();
}
