import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";

const HOST = "127.0.0.1";
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The metrics port can't be used. */
export class MetricsPortError extends Error {
  override readonly name = "MetricsPortError";
}

/**
 * Answers `GET /metrics` on the loopback address, which other machines can't reach.
 *
 * @param reads the parts of the answer, as far as the process has them
 * @param port 0 means any free port, which the log names
 * @throws {MetricsPortError}
 */
export async function serveMetrics(
  port: number,
  reads: readonly ((() => Promise<string>) | undefined)[],
  logger: Logger,
): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") return void response.writeHead(404).end();
    Promise.all(reads.map((read) => read?.() ?? "")).then(
      (texts) => response.writeHead(200, { "Content-Type": CONTENT_TYPE }).end(texts.join("\n")),
      (err: unknown) => {
        logger.error({ err }, "metrics could not be read");
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, HOST);
  await once(server, "listening").catch((error: Error) => {
    throw new MetricsPortError(`METRICS_PORT can't be used: ${error.message}`, { cause: error });
  });
  // The metrics port must not keep a finished process alive.
  server.unref();
  const { port: actualPort } = server.address() as AddressInfo;
  logger.info({ address: `http://${HOST}:${actualPort}/metrics` }, "metrics listening");
}
